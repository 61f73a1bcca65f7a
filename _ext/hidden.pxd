"""What a player can say where he shares a board with an opponent: what his own cards add to it,
and how the board lies.

S are all cards that he sees, B those of the board, H = S - B his own.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from bits cimport bit_count, low_bit, top_bit
from cards cimport lane_of, ranks_in
from groups cimport group_strength
from hands cimport Ranking, in_run, strength_of
from vocabulary cimport (
    BEATEN_BY, BOARD_RANKS, BOARD_STRAIGHT, BOARD_STRENGTH, BOARD_SUITED, HIDDEN_FLUSH, HIDDEN_HAND,
    HIDDEN_PAIR, HIDDEN_RANK, KICKER, MAX_BOARD, OVERCARDS, PLAYS_BOARD, POCKET_RANK, STRENGTH,
    UNDERCARDS)

cdef enum:
    FEWEST_SUITED = 3              # cards of a suit that are called so many to a flush

cdef struct Singles:               # what the board makes with one card more
    uint64_t board                 # of which board, 0 for none yet
    uint32_t strength[64]          # by the card's bit


cdef inline int top_of(uint32_t ranks) noexcept nogil:
    return top_bit(ranks) if ranks else -1


cdef inline uint32_t pairs_in(uint64_t cards) noexcept nogil:
    """Return the ranks of which there are two cards or more."""
    cdef uint32_t once = 0, twice = 0
    cdef int suit
    for suit in range(4):
        twice |= once & lane_of(cards, suit)
        once |= lane_of(cards, suit)
    return twice


cdef inline int flush_of(uint64_t hole, uint64_t cards, int size, int seen) noexcept nogil:
    """Return HIDDEN_FLUSH, 0 where more cards of a suit are missing than are to come.

    seen: how many cards of the board are.
    """
    cdef int suit, count, most = 0, least = min(size - 1, max(FEWEST_SUITED, seen))
    for suit in range(4):
        count = bit_count(lane_of(cards, suit))
        if count >= least:
            most = max(most, 16 * min(count, size) + top_of(lane_of(hole, suit)) + 1)
    return most


cdef inline int kicker_of(uint64_t hole, uint64_t cards, int strength,
        const Ranking *r) noexcept nogil:
    """Return the highest rank of H that is once in S and without which S would be weaker, or -1."""
    cdef uint64_t left = hole, card
    cdef int most = -1, rank
    cdef uint32_t pairs = pairs_in(cards)
    while left:
        card = left & -left
        left &= left - 1
        rank = low_bit(card) & 15
        if pairs >> rank & 1 or rank <= most:
            continue
        if bit_count(cards) <= r.size or <int>strength_of(cards & ~card, r) < strength:
            most = rank
    return most


cdef inline int beaten_by(uint64_t deck, uint64_t cards, uint64_t board, uint32_t strength,
        const Ranking *r, Singles *singles) noexcept nogil:
    """Return how many unseen cards make a hand with B that is better than S."""
    cdef uint64_t left, card
    cdef int count = 0
    if singles.board != board:
        singles.board, left = board, deck & ~board
        while left:
            card = left & -left
            left &= left - 1
            singles.strength[low_bit(card)] = strength_of(board | card, r)
    left = deck & ~cards
    while left:
        count += singles.strength[low_bit(left)] > strength
        left &= left - 1
    return count


cdef inline int most_in_run(uint32_t ranks, const Ranking *r) noexcept nogil:
    """Return the most of some ranks that one straight holds."""
    cdef uint32_t run = in_run(ranks, r)
    cdef int low, most = 0
    for low in range(15 - r.size):
        most = max(most, bit_count((run >> low) & ((1u << r.size) - 1)))
    return most


cdef inline void write_board(uint64_t board, const Ranking *r, int32_t *row) noexcept nogil:
    """Write the traits of the board alone: its suits, its ranks, how near to a straight it is."""
    cdef int suit, rank, place = 0
    cdef int32_t suited = 0
    for suit in range(4):
        suited = max(suited, bit_count(lane_of(board, suit)))
    row[<int>BOARD_SUITED] = suited
    row[<int>BOARD_STRAIGHT] = most_in_run(ranks_in(board), r)
    for rank in range(12, -1, -1):
        for suit in range(4):
            if place < MAX_BOARD and (board >> (16 * suit + rank)) & 1:
                row[<int>BOARD_RANKS + place] = rank
                place += 1
    for place in range(place, MAX_BOARD):
        row[<int>BOARD_RANKS + place] = -1


cdef inline void write_hidden(const Ranking *r, uint64_t deck, uint64_t cards, uint64_t board,
        int64_t wanted, Singles *singles, int32_t *row) noexcept nogil:
    """Write the traits of a shared board; singles: of the last board, kept for the next."""
    cdef uint64_t hole = cards & ~board
    cdef uint32_t own = ranks_in(hole), pair = pairs_in(hole), on_board = ranks_in(board)
    cdef bint whole = bit_count(board) >= r.size
    cdef int made = 0, each = 2 if pair and bit_count(hole) == 2 else 1
    row[<int>HIDDEN_PAIR] = top_of(own & pairs_in(cards))
    row[<int>POCKET_RANK] = top_of(pair)
    row[<int>HIDDEN_RANK] = top_of(own)
    row[<int>HIDDEN_RANK + 1] = low_bit(own) if own else -1
    if bit_count(hole) == 2:
        row[<int>HIDDEN_HAND] = 169 + top_of(pair) if pair else 13 * top_of(own) + low_bit(own)
    row[<int>HIDDEN_FLUSH] = flush_of(hole, cards, r.size, bit_count(board))
    if wanted >> KICKER & 1:
        row[<int>KICKER] = kicker_of(hole, cards, row[<int>STRENGTH], r)
    row[<int>OVERCARDS] = bit_count(own >> (top_of(on_board) + 1)) * each
    row[<int>UNDERCARDS] = bit_count(own & ((on_board & -on_board) - 1)) * each if on_board else 0
    if wanted >> BOARD_SUITED & ((1 << (BOARD_RANKS + MAX_BOARD - BOARD_SUITED)) - 1):
        write_board(board, r, row)
    if wanted >> BOARD_STRENGTH & 3:
        made = <int>strength_of(board, r) if whole else group_strength(board, False, r)
    row[<int>BOARD_STRENGTH] = made
    row[<int>PLAYS_BOARD] = whole and made == row[<int>STRENGTH]
    if wanted >> BEATEN_BY & 1 and whole:
        row[<int>BEATEN_BY] = beaten_by(deck, cards, board, row[<int>STRENGTH], r, singles)
