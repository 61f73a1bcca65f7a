"""What complete rounds come to, and how many come to each end.

    end(round) = table[first[path] + column of the round's facts by the program of its path],
    counts[e] = number of rounds with end e.

A round's cards are one mask of 64 bits a zone; paths and ends are 32-bit integers, counts rounds.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc

from guards cimport are_below
from limits cimport MAX_PARTS
from program cimport Program, column_of, load


cdef class Ends:
    """Finds what complete rounds come to: for each path of actions a program of facts, and a table
    from facts to an end.
    """

    cdef Program *programs
    cdef int paths, parts
    cdef const int32_t[::1] program_of
    cdef const int64_t[::1] first
    cdef const int32_t[::1] table

    def __cinit__(self, list codes, const int32_t[::1] program_of, const int64_t[::1] first,
            const int32_t[::1] table):
        """codes: the programs, one part a zone. program_of, first: for each path its program, and
        where its part of `table`
        begins. table: for each column of a path's program the number of an end."""
        cdef int i
        if first.shape[0] != program_of.shape[0] \
                or not are_below(program_of, program_of.shape[0], len(codes)):
            raise ValueError("paths and programs do not fit")
        self.programs = <Program *>malloc(max(len(codes), 1) * sizeof(Program))
        if self.programs == NULL:
            raise MemoryError("no memory for the settlement")
        for i, code in enumerate(codes):
            load(code, &self.programs[i])
            self.parts = max(self.parts, self.programs[i].parts)
        for i in range(first.shape[0]):
            if not 0 <= first[i] <= table.shape[0] - self.programs[program_of[i]].columns:
                raise ValueError("a path whose ends are not in the table")
        self.paths, self.program_of = <int>program_of.shape[0], program_of
        self.first, self.table = first, table

    def __dealloc__(self):
        free(self.programs)

    def find(self, const uint64_t[::1] masks, int zones, const int32_t[::1] paths,
            int32_t[::1] ends):
        """Write to `ends` (OUT) what each round comes to; paths: the number of the path that it
        took.
        """
        cdef Py_ssize_t i, n = paths.shape[0]
        cdef int path
        cdef int64_t column
        cdef bint ok = True, known = True
        if masks.shape[0] != n * zones or ends.shape[0] != n \
                or not self.parts <= zones <= MAX_PARTS:
            raise ValueError("rounds, cards and paths do not fit")
        with nogil:
            for i in range(n):
                path = paths[i]
                if not 0 <= path < self.paths:
                    known = False
                    break
                column = column_of(&self.programs[self.program_of[path]], &masks[i * zones])
                if column < 0:
                    ok = False
                    break
                ends[i] = self.table[self.first[path] + column]
        if not ok:
            raise ValueError("a joker's menu of hands was not declared")
        if not known:
            raise ValueError("a path that there is not")


def tally(const int32_t[::1] ends, int64_t[::1] counts):
    """Add to `counts` (INOUT) how many rounds come to each end."""
    cdef Py_ssize_t i
    if not are_below(ends, ends.shape[0], counts.shape[0]):
        raise ValueError("an end that there is not")
    with nogil:
        for i in range(ends.shape[0]):
            counts[ends[i]] += 1
