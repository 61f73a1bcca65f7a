"""The best play of hands that get card after card, against the law of a dealer's end.

A hand, a set of cards, is of a kind and in a stage. These two say what may be done with it: it
ends, or gets a card in a stage. A hand counts as lost from the beginning, so many units as its
stage says; what comes back to it and what is wagered on it beyond these, scaled, is

    back = gain x tail(h) x sum over columns of (law x worth)      more = 0
    back = sum over ranks of (cards left x back with that card)
    more = sum over ranks of (cards left x more with that card) + (units more) x counted(h)

where it ends and where it gets a card. With h cards a hand has the scale s(h), and the chance that
a round counts is s(h) less s(h + 1) for each card left of the ranks `missed`. A hand that is not
among those asked for has bust: nothing comes back. All numbers but back less more are naturals of a
few words, the lowest first.
"""

from cpython cimport array
import array
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from guards cimport is_interrupted, raise_signal
from words cimport add_times, wide

cdef enum:
    MOST_RANKS = 16
    MOST_COLUMNS = 16
    MOST_WORDS = 16
    MOST_COUNT = 416           # cards in a shoe
    MOST_WORTH = 60            # by a hand against one column
    MOST_WIDTH = 16
    MOST_LOST = 1 << 20
    BEST = 255                 # in the place of a choice: what is best
    ENDS = -1
    NOTHING = -2               # in the place of a stage: there is no such action


cdef inline void subtract(uint64_t *found, const uint64_t *one, const uint64_t *other, int words) \
        noexcept nogil:
    """Find what one number is more than another, modulo the numbers of so many words."""
    cdef uint64_t borrow = 0, here
    cdef int w
    for w in range(words):
        here = one[w] - other[w]
        found[w] = here - borrow
        borrow = (one[w] < other[w]) | (here < borrow)


cdef inline bint is_more(const uint64_t *one, const uint64_t *other, int words) noexcept nogil:
    """Return whether a number is the larger one; both may be less than 0."""
    cdef int w = words - 1
    if one[w] != other[w]:
        return <int64_t>one[w] > <int64_t>other[w]
    for w in range(words - 2, -1, -1):
        if one[w] != other[w]:
            return one[w] > other[w]
    return False


cdef struct Shoe:
    const int32_t *unseen
    const uint64_t *scale
    const uint64_t *tail
    const uint8_t *missed
    int missing
    int words


cdef class Stages:
    """Hands and their stages.

    ranks: how many. cards: of each hand, how many of each rank. after: of each hand and each rank,
    a later hand, or less than 0. kind: of each hand. acts: of each stage and kind, `width` times
    two numbers: the stage in which a card comes, ENDS or NOTHING, and the end. lost: of each stage,
    the units that are lost. gain: of each end. worth: of each end and each column.
    """

    cdef const uint8_t[::1] cards, worth
    cdef const int32_t[::1] after, acts
    cdef const uint16_t[::1] kind
    cdef const int64_t[::1] lost, gain
    cdef Py_ssize_t hands, kinds
    cdef int ranks, width, stages, columns

    def __init__(self, int ranks, const uint8_t[::1] cards not None,
            const int32_t[::1] after not None, const uint16_t[::1] kind not None,
            const int32_t[::1] acts not None, int width, const int64_t[::1] lost not None,
            const int64_t[::1] gain not None, const uint8_t[::1] worth not None):
        cdef Py_ssize_t at, hands = kind.shape[0], stages = lost.shape[0], ends = gain.shape[0]
        if not 1 <= ranks <= MOST_RANKS or not hands or cards.shape[0] != hands * ranks \
                or after.shape[0] != hands * ranks or not 1 <= stages < BEST \
                or not 1 <= width <= MOST_WIDTH or acts.shape[0] % (2 * width * stages) \
                or not ends or worth.shape[0] % ends \
                or not 1 <= worth.shape[0] // ends <= MOST_COLUMNS:
            raise ValueError("the stages do not fit")
        self.kinds = acts.shape[0] // (2 * width * stages)
        for at in range(after.shape[0]):
            if after[at] >= hands or 0 <= after[at] <= at // ranks:
                raise ValueError("the hands do not fit")
        for at in range(hands):
            if kind[at] >= self.kinds:
                raise ValueError("the hands do not fit")
        for at in range(0, acts.shape[0], 2):
            if not NOTHING <= acts[at] < stages \
                    or (acts[at] == ENDS and not 0 <= acts[at + 1] < ends):
                raise ValueError("the acts do not fit")
        for at in range(stages):
            if not 0 <= lost[at] <= MOST_LOST:
                raise ValueError("the stages do not fit")
        for at in range(acts.shape[0]):
            if not at & 1 and acts[at] >= 0 \
                    and lost[acts[at]] < lost[at // (2 * width * self.kinds)]:
                raise ValueError("the acts do not fit")
        for at in range(worth.shape[0]):
            if worth[at] > MOST_WORTH:
                raise ValueError("the ends do not fit")
        for at in range(ends):
            if gain[at] < 0:
                raise ValueError("the ends do not fit")
        self.ranks, self.cards, self.after, self.kind = ranks, cards, after, kind
        self.acts, self.width, self.lost, self.gain, self.worth = acts, width, lost, gain, worth
        self.hands, self.stages, self.columns = hands, <int>stages, <int>(worth.shape[0] // ends)

    def play(self, const int32_t[::1] unseen not None, const int32_t[::1] asked not None,
            const uint64_t[::1] laws not None, const uint64_t[::1] scale not None,
            const uint64_t[::1] tail not None, const uint8_t[::1] missed not None, int words,
            uint8_t[::1] choice not None):
        """Return what hands come to, in `words` words a number: of each stage and hand back and
        more, and, of each action, back less more, less than 0 perhaps.

        unseen: how many cards of each rank hands get. asked: the hands, in ascending order. laws:
        of each of them, how often each column is finished in, in two words each. scale, tail: of
        each number of cards, in `words` words each. missed: some ranks. choice: of each stage and
        each of these hands the place of the action that is taken, BEST for the best of them, which
        then stands there.
        """
        cdef Py_ssize_t many = asked.shape[0], place, at, h, s, r
        cdef Py_ssize_t each = self.stages * words
        cdef array.array found_worth, found_back, found_more
        cdef uint64_t[::1] diff, back, more
        cdef int32_t[::1] placed
        cdef int size, taken
        cdef bint interrupted = False
        cdef Shoe shoe
        if not many or unseen.shape[0] != self.ranks or not 2 <= words <= MOST_WORDS \
                or laws.shape[0] != many * 2 * self.columns \
                or choice.shape[0] != self.stages * many or scale.shape[0] != tail.shape[0] \
                or scale.shape[0] % words:
            raise ValueError("the shoe does not fit")
        for r in range(missed.shape[0]):
            if missed[r] >= self.ranks:
                raise ValueError("the shoe does not fit")
        for r in range(self.ranks):
            if not 0 <= unseen[r] <= MOST_COUNT:
                raise ValueError("the shoe does not fit")
        placed = array.clone(array.array("i"), self.hands, zero=False)
        for h in range(self.hands):
            placed[h] = -1
        for at in range(many):
            if not (asked[at - 1] if at else -1) < asked[at] < self.hands:
                raise ValueError("the hands do not fit")
            placed[asked[at]] = <int32_t>at
            size = 0
            for r in range(self.ranks):
                size += self.cards[asked[at] * self.ranks + r]
                if self.cards[asked[at] * self.ranks + r] > unseen[r]:
                    raise ValueError("the hands do not fit")
            if (size + 2) * words > scale.shape[0]:
                raise ValueError("the shoe does not fit")
            for s in range(self.stages):
                taken = choice[s * many + at]
                if taken != BEST and not self._may(s, asked[at], taken):
                    raise ValueError("the choices do not fit")
        found_worth = array.clone(array.array("Q"), many * self.stages * self.width * words,
            zero=True)
        found_back = array.clone(array.array("Q"), many * each, zero=True)
        found_more = array.clone(array.array("Q"), many * each, zero=True)
        diff, back, more = found_worth, found_back, found_more
        shoe = Shoe(&unseen[0], &scale[0], &tail[0], NULL, <int>missed.shape[0], words)
        if shoe.missing:
            shoe.missed = &missed[0]
        with nogil:
            for place in range(many - 1, -1, -1):
                self._find(shoe, asked[place], place, many, &laws[place * 2 * self.columns],
                    &placed[0], &diff[0], &back[0], &more[0], &choice[0])
                if not place & 255 and is_interrupted():
                    interrupted = True
                    break
        if interrupted:
            raise_signal()
        return found_back, found_more, found_worth

    cdef bint _may(self, Py_ssize_t stage, Py_ssize_t hand, int place) noexcept nogil:
        """Return whether there is such an action."""
        if place >= self.width:
            return False
        return self.acts[2 * ((stage * self.kinds + self.kind[hand]) * self.width + place)] \
            != NOTHING

    cdef void _find(self, Shoe shoe, Py_ssize_t hand, Py_ssize_t place, Py_ssize_t many,
            const uint64_t *law, const int32_t *placed, uint64_t *diff, uint64_t *back,
            uint64_t *more, uint8_t *choice) noexcept nogil:
        """Find what a hand comes to in each stage."""
        cdef int64_t[MOST_RANKS] left
        cdef uint64_t[MOST_WORDS] counted, here, further
        cdef int words = shoe.words, size = 0, a, r, into, chosen
        cdef Py_ssize_t s, at, first, next
        cdef const int32_t *acts
        cdef uint64_t *worth
        for r in range(self.ranks):
            left[r] = shoe.unseen[r] - self.cards[hand * self.ranks + r]
            size += self.cards[hand * self.ranks + r]
        self._count(shoe, left, size, counted)
        for s in range(self.stages):
            acts = &self.acts[2 * self.width * (s * self.kinds + self.kind[hand])]
            at, chosen = s * many + place, choice[s * many + place]
            first = at * self.width * words
            for a in range(self.width):
                into = acts[2 * a]
                if into == NOTHING:
                    break
                memset(here, 0, words * sizeof(uint64_t))
                memset(further, 0, words * sizeof(uint64_t))
                if into == ENDS:
                    self._end(shoe, acts[2 * a + 1], law, size, here)
                else:
                    for r in range(self.ranks):
                        next = self.after[hand * self.ranks + r]
                        if left[r] and next >= 0 and placed[next] >= 0:
                            next = (into * many + placed[next]) * words
                            add_times(here, back + next, <uint64_t>left[r], words)
                            add_times(further, more + next, <uint64_t>left[r], words)
                    if self.lost[into] != self.lost[s]:
                        add_times(further, counted, <uint64_t>(self.lost[into] - self.lost[s]),
                            words)
                worth = diff + first + a * words
                subtract(worth, here, further, words)
                if choice[at] == BEST:
                    if a and not is_more(worth, diff + first + chosen * words, words):
                        continue
                    chosen = a
                elif a != chosen:
                    continue
                for r in range(words):
                    back[at * words + r], more[at * words + r] = here[r], further[r]
            choice[at] = <uint8_t>(chosen if acts[0] != NOTHING else 0)

    cdef void _count(self, Shoe shoe, const int64_t *left, int size, uint64_t *counted) \
            noexcept nogil:
        """Find how likely a round counts."""
        cdef uint64_t[MOST_WORDS] gone
        cdef int r
        cdef uint64_t many = 0
        for r in range(shoe.missing):
            many += <uint64_t>left[shoe.missed[r]]
        memset(gone, 0, shoe.words * sizeof(uint64_t))
        add_times(gone, shoe.scale + (size + 1) * shoe.words, many, shoe.words)
        subtract(counted, shoe.scale + size * shoe.words, gone, shoe.words)

    cdef void _end(self, Shoe shoe, Py_ssize_t end, const uint64_t *law, int size,
            uint64_t *back) noexcept nogil:
        """Add what comes back to a hand that ends."""
        cdef uint64_t[MOST_WORDS] score
        cdef wide total = 0
        cdef int c
        for c in range(self.columns):
            total += (law[2 * c] | <wide>law[2 * c + 1] << 64) * self.worth[end * self.columns + c]
        memset(score, 0, shoe.words * sizeof(uint64_t))
        add_times(score, shoe.tail + size * shoe.words, <uint64_t>total, shoe.words)
        add_times(score + 1, shoe.tail + size * shoe.words, <uint64_t>(total >> 64),
            shoe.words - 1)
        add_times(back, score, <uint64_t>self.gain[end], shoe.words)
