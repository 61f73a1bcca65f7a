"""The law of a hand that is drawn by a fixed rule, for many shoes at once.

The multisets with which such a hand finishes are the ends of a trie, in preorder: node i adds a card
of rank[i] to the node above it, of which it is the (used[i] + 1)th, and where it is an end, of
column c, weight[i] orders of its d cards are drawn by the rule. From a shoe with n_r cards of rank
r, n in all,

    P(c) (n)_D = sum over ends of c:  weight x product over r of (n_r)_(cards of r) x (n - d)_(D - d)

where D is the most cards drawn and (n)_k = n (n - 1) ... with 1 in the place of a factor below 1: a
shoe of fewer than D cards may still be enough. All numbers are 128-bit integers: (416)_14 is below
2^122.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from guards cimport is_interrupted, raise_signal

cdef extern from *:
    ctypedef unsigned long long wide "unsigned __int128"

cdef enum:
    DEEPEST = 14           # cards drawn at most
    MOST_CARDS = 416       # in a shoe
    MOST_COLUMNS = 16

cdef struct Trie:
    const uint8_t *depth
    const uint8_t *rank
    const uint8_t *used
    const uint8_t *column          # MOST_COLUMNS where a node is no end
    const int64_t *weight
    Py_ssize_t nodes
    int deepest
    int columns


cdef void law(const Trie *trie, const int32_t *left, int ranks, uint64_t *found) noexcept nogil:
    """Write the law of one shoe, lower word first."""
    cdef wide[DEEPEST + 1] ways
    cdef wide[MOST_COLUMNS + 1][DEEPEST + 1] ended
    cdef wide total, rest
    cdef Py_ssize_t node
    cdef int cards = 0, depth, column, r
    for r in range(ranks):
        cards += left[r]
    for column in range(trie.columns):
        for depth in range(trie.deepest + 1):
            ended[column][depth] = 0
    ways[0] = 1
    for node in range(trie.nodes):
        depth = trie.depth[node]
        r = left[trie.rank[node]] - trie.used[node]
        # 0 once a rank is used up, and so for all that has more of it
        ways[depth] = ways[depth - 1] * <wide>(r if r > 0 else 0)
        if trie.column[node] < trie.columns:
            ended[trie.column[node]][depth] += ways[depth] * <wide>trie.weight[node]
    for column in range(trie.columns):
        total, rest = 0, 1
        for depth in range(trie.deepest, -1, -1):
            total += ended[column][depth] * rest
            rest *= <wide>(cards - depth + 1 if cards - depth + 1 > 1 else 1)
        found[2 * column] = <uint64_t>total
        found[2 * column + 1] = <uint64_t>(total >> 64)


def laws(const uint8_t[::1] depth, const uint8_t[::1] rank, const uint8_t[::1] used,
        const uint8_t[::1] column, const int64_t[::1] weight, int deepest, int columns, int ranks,
        const int32_t[::1] left, uint64_t[::1] found):
    """Write for each shoe of `left`, `ranks` numbers each, how often each column is finished in.

    deepest: D. found: two words, the lower first, for each column of each shoe.
    """
    cdef Trie trie
    cdef Py_ssize_t node, nodes = depth.shape[0], shoe, shoes
    cdef int before = 0, r
    cdef int64_t cards
    cdef bint interrupted = False
    if nodes < 1 or rank.shape[0] != nodes or used.shape[0] != nodes or ranks < 1 \
            or column.shape[0] != nodes or weight.shape[0] != nodes \
            or not 0 <= deepest <= DEEPEST or not 1 <= columns < MOST_COLUMNS:
        raise ValueError("the trie does not fit")
    for node in range(nodes):
        if not 1 <= depth[node] <= before + 1 or depth[node] > deepest or rank[node] >= ranks:
            raise ValueError("the trie does not fit")
        before = depth[node]
    shoes = left.shape[0] // ranks
    if shoes * ranks != left.shape[0] or found.shape[0] != 2 * columns * shoes:
        raise ValueError("the shoes do not fit")
    for shoe in range(shoes):
        cards = 0
        for r in range(ranks):
            if not 0 <= left[shoe * ranks + r] <= MOST_CARDS:
                raise ValueError("the shoes do not fit")
            cards += left[shoe * ranks + r]
        if cards > MOST_CARDS:
            raise ValueError("the shoes do not fit")
    if not shoes:
        return
    trie = Trie(&depth[0], &rank[0], &used[0], &column[0], &weight[0], nodes, deepest, columns)
    with nogil:
        for shoe in range(shoes):
            law(&trie, &left[shoe * ranks], ranks, &found[2 * columns * shoe])
            if not shoe & 63 and is_interrupted():
                interrupted = True
                break
    if interrupted:
        raise_signal()
