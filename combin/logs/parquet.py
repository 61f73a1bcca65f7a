"""The part of the Parquet format that a log needs: text and integers, none missing, uncompressed.

Format: https://parquet.apache.org/docs/file-format/, its structures written in the compact protocol
of Apache Thrift. Row groups are made one by one, from bytes that a kernel packed, so that a file of
any length is written in constant memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from combin.logs.schema import PREFIX

MAGIC = b"PAR1"

# Of the format's enumerations, those that are used.
INT64, BYTE_ARRAY = 2, 6
PLAIN, RLE, DELTA, DICTIONARY = 0, 3, 5, 8
DATA_PAGE, DICTIONARY_PAGE = 0, 2
REQUIRED, UTF8, UNCOMPRESSED = 0, 0, 0

# Field types of the compact protocol.
I32, I64, BINARY, LIST, STRUCT = 5, 6, 8, 9, 12

Field = tuple[int, int, object]  # number, type, value


class Chunk(NamedTuple):
    """One column of one row group.

    pages: their bytes.
    data: where in them the data page begins.
    dictionary: whether a dictionary page stands first.
    encoding: how the values are written.
    """

    pages: bytes
    data: int
    dictionary: bool
    encoding: int


class ParquetColumn(NamedTuple):
    """One column of the file.

    name: what it is called.
    whole: whether it holds whole numbers; otherwise it is text.
    """

    name: str
    whole: bool


# --- Thrift ------------------------------------------------------------------------------------


def varint(value: int) -> bytes:
    """Return a number that is not negative in groups of seven bits, lowest first."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def zigzag(value: int) -> bytes:
    return varint(2 * value if value >= 0 else -2 * value - 1)


def struct(*fields: Field) -> bytes:
    """Return a structure; a list's value is (type of its members, the members)."""
    out, last = bytearray(), 0
    for number, kind, value in fields:
        out.append((number - last) << 4 | kind)
        out += _value(kind, value)
        last = number
    return bytes(out) + b"\0"


def _value(kind: int, value: object) -> bytes:
    if kind in (I32, I64):
        assert isinstance(value, int)
        return zigzag(value)
    if kind == LIST:
        assert isinstance(value, tuple)
        member, members = value
        size = len(members)
        head = bytes([min(size, 15) << 4 | member])
        if size >= 15:
            head += varint(size)
        return head + b"".join(_value(member, one) for one in members)
    assert isinstance(value, (str, bytes))
    data = value.encode() if isinstance(value, str) else value
    return data if kind == STRUCT else varint(len(data)) + data


# --- Columns -----------------------------------------------------------------------------------


def plain(values: Iterable[str | int]) -> bytes:
    """Return values as they stand in a page: numbers of eight bytes, texts after their length in
    four.
    """
    out = bytearray()
    for value in values:
        if isinstance(value, int):
            out += value.to_bytes(8, "little", signed=True)
        else:
            data = value.encode()
            out += len(data).to_bytes(4, "little") + data
    return bytes(out)


def _page(kind: int, data: bytes | bytearray, header: tuple[int, bytes]) -> bytes:
    number, fields = header
    sizes = (2, I32, len(data)), (3, I32, len(data))
    return struct((1, I32, kind), *sizes, (number, STRUCT, fields)) + data


def _data_page(data: bytes | bytearray, count: int, encoding: int) -> bytes:
    header = struct((1, I32, count), (2, I32, encoding), (3, I32, RLE), (4, I32, RLE))
    return _page(DATA_PAGE, data, (5, header))


def values_chunk(data: bytes | bytearray, count: int) -> Chunk:
    """Return a column of `count` values as `plain` writes them."""
    return Chunk(_data_page(data, count, PLAIN), 0, False, PLAIN)


def run_chunk(first: int, count: int) -> Chunk:
    """Return the column first, first + 1, ...: its first value, and one block in which every
    difference is the least, 1.
    """
    room = max(128, -(-(count - 1) // 128) * 128)
    head = varint(room) + varint(1) + varint(count) + zigzag(first)
    block = zigzag(1) + b"\0" if count > 1 else b""
    return Chunk(_data_page(head + block, count, DELTA), 0, False, DELTA)


def width_of(size: int) -> int:
    """Return how many bits, at least one, number the entries of a dictionary."""
    return max(1, (size - 1).bit_length())


def dictionary_chunk(entries: bytes, size: int, packed: bytes | bytearray, count: int) -> Chunk:
    """Return a column of places in a dictionary of `size` entries, packed in `width_of(size)` bits
    each.
    """
    first = _page(DICTIONARY_PAGE, entries, (7, struct((1, I32, size), (2, I32, PLAIN))))
    run = varint((count + 7) // 8 << 1 | 1)
    pages = first + _data_page(bytes([width_of(size)]) + run + packed, count, DICTIONARY)
    return Chunk(pages, len(first), True, DICTIONARY)


# --- The file ----------------------------------------------------------------------------------


class RowGroup(NamedTuple):
    """One row group.

    rows: how many it has.
    chunks: its columns.
    """

    rows: int
    chunks: tuple[Chunk, ...]

    @property
    def data(self) -> bytes:
        return b"".join(chunk.pages for chunk in self.chunks)


class Footer:
    """What stands at the end of a file: the columns, where each row group's pages are, and facts as
    key and text.
    """

    def __init__(
        self, columns: Sequence[ParquetColumn], entries: Mapping[str, str], by: str
    ) -> None:
        self.columns, self.entries, self.by = columns, entries, by
        self.rows = 0
        self._at = len(MAGIC)
        self._groups: list[bytes] = []

    def add(self, group: RowGroup) -> None:
        """Note a row group that is written next."""
        chunks, size = [], 0
        for column, chunk in zip(self.columns, group.chunks):
            chunks.append(self._chunk(column, chunk, group.rows, self._at + size))
            size += len(chunk.pages)
        self._groups.append(
            struct((1, LIST, (STRUCT, chunks)), (2, I64, size), (3, I64, group.rows))
        )
        self.rows += group.rows
        self._at += size

    def _chunk(self, column: ParquetColumn, chunk: Chunk, rows: int, at: int) -> bytes:
        size = len(chunk.pages)
        encodings = (chunk.encoding, RLE, PLAIN) if chunk.dictionary else (chunk.encoding, RLE)
        described = struct(
            (1, I32, INT64 if column.whole else BYTE_ARRAY),
            (2, LIST, (I32, encodings)),
            (3, LIST, (BINARY, [column.name])),
            (4, I32, UNCOMPRESSED),
            (5, I64, rows),
            (6, I64, size),
            (7, I64, size),
            (9, I64, at + chunk.data),
            *([(11, I64, at)] if chunk.dictionary else []),
        )
        return struct((2, I64, at), (3, STRUCT, described))

    def _leaf(self, column: ParquetColumn) -> bytes:
        """Return the description of a column; that of text says that it is UTF-8, in both ways that
        the format has.
        """
        name = (3, I32, REQUIRED), (4, BINARY, column.name)
        if column.whole:
            return struct((1, I32, INT64), *name)
        utf8 = (6, I32, UTF8), (10, STRUCT, struct((1, STRUCT, struct())))
        return struct((1, I32, BYTE_ARRAY), *name, *utf8)

    def __bytes__(self) -> bytes:
        root = struct((4, BINARY, "log"), (5, I32, len(self.columns)))
        facts = [
            struct((1, BINARY, PREFIX + key), (2, BINARY, text))
            for key, text in self.entries.items()
        ]
        data = struct(
            (1, I32, 1),
            (2, LIST, (STRUCT, [root, *map(self._leaf, self.columns)])),
            (3, I64, self.rows),
            (4, LIST, (STRUCT, self._groups)),
            (5, LIST, (STRUCT, facts)),
            (6, BINARY, self.by),
        )
        return data + len(data).to_bytes(4, "little") + MAGIC
