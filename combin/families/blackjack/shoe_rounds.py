"""Rounds that are dealt one after the other from one shoe, exactly: how likely one begins after so
many cards, and what it wins.

The kernel sums over points modulo primes (`_ext/renewal.pyx`). Times the number of orders of the
shoe's ranks all that is asked is whole, so that the residues of a few primes give it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import factorial, prod

from combin.families.blackjack.drawer import Cards
from combin.families.blackjack.house import RANKS, Shoe
from combin.families.blackjack.round_cards import PARTS, HandEnd
from combin.kernels import renewal
from combin.kernels.terms import Terms
from combin.solving.executor import Workers, in_order, threads

BITS = 6  # of a rank in a key
MASK = (1 << BITS) - 1
PRIME_BELOW = 1 << 59
MOST_OF_A_RANK = 31
MOST_POINTS = 1 << 23  # one deck has 7,812,500


class CardSums:
    """Sums over hands by the cards of a shoe."""

    def __init__(self, shoe: Shoe) -> None:
        self._limits = array("i", shoe)

    def of(self, ends: Iterable[HandEnd]) -> Terms:
        keys, rows = array("Q"), array("q")
        for end in ends:
            keys.append(_key(end.cards))
            rows.extend((end.orders, *(end.orders * net for net in end.nets)))
        found = Terms(self._limits, PARTS)
        found.put(keys, rows)
        return found

    def cards(self, orders: Mapping[Cards, int]) -> Terms:
        found = Terms(self._limits, 0)
        found.put(array("Q", map(_key, orders)), array("q", orders.values()))
        return found

    def times(self, one: Terms, other: Terms, part: int | None = None) -> Terms:
        found = Terms(self._limits, one.parts if part is None else 1)
        found.multiply(one, other, part or 0)
        return found

    def plus(self, one: Terms, other: Terms, factor: int = 1) -> Terms:
        found = Terms(self._limits, one.parts)
        found.add(one, 1)
        found.add(other, factor)
        return found


def _key(cards: Iterable[int]) -> int:
    key: int = sum(1 << BITS * rank for rank in cards)
    return key


def is_summed(shoe: Shoe) -> bool:
    """Return True if the rounds of a shoe are summed in a minute or two."""
    *others, last = sorted(filter(None, shoe))
    if not others or last > MOST_OF_A_RANK:
        return False
    nodes = others[-1] + 1
    points: int = (last // nodes + 1) * nodes ** len(others)
    return points <= MOST_POINTS


class ShoeRounds:
    """The rounds of one shoe.

    longest: the most cards of one.
    """

    def __init__(self, shoe: Shoe, rounds: Terms) -> None:
        """rounds: all rounds by their cards, and what they win beside them."""
        self._shoe = shoe
        dealt = [rank for rank, count in enumerate(shoe) if count]
        self._last = max(dealt, key=lambda rank: shoe[rank])
        self._others = [rank for rank in dealt if rank != self._last]
        keys, rows = rounds.read()
        self._terms = sorted(
            (
                # the cards but for those of the last rank
                sum(
                    (key >> BITS * rank & MASK) << BITS * at for at, rank in enumerate(self._others)
                ),
                sum(key >> BITS * rank & MASK for rank in range(len(RANKS))),
                rows[2 * place],
                rows[2 * place + 1],
            )
            for place, key in enumerate(keys)
            if rows[2 * place]
        )
        self.longest = max(size for _, size, _, _ in self._terms)

    def by_start(
        self, starts: int, most: int, workers: Workers, tell: Callable[[int, int], None]
    ) -> list[tuple[Fraction, Fraction]]:
        """Return for each number of cards gone, up to `starts`, how likely a round begins there,
        and what it then wins, in parts of a unit.

        most: the most parts that a round wins. tell: is told how much of how much is done.
        """
        packed, sizes, weights, nets = zip(*self._terms)
        rounds = renewal.Rounds(
            array("i", [self._shoe[rank] for rank in self._others]),
            self._shoe[self._last],
            *(array("Q", packed), bytes(sizes), array("q", weights), array("q", nets), starts),
        )
        orders = factorial(sum(self._shoe)) // prod(map(factorial, self._shoe))
        fields = list(_fields(rounds.order, 2 * most * orders))
        asked = [(prime, root, part) for prime, root in fields for part in range(rounds.parts)]
        residues = {prime: [0] * (2 * starts + 2) for prime, _ in fields}
        with threads(workers) as pool:
            found_parts = in_order(lambda one: rounds.sums(*one), asked, pool)
            for done, ((prime, _, _), part) in enumerate(zip(asked, found_parts), 1):
                residues[prime] = [one + other for one, other in zip(residues[prime], part)]
                tell(done, len(asked))
        modulus, found = 1, [0] * (2 * starts + 2)
        for prime, sums in residues.items():
            # the number below modulus x prime that has both residues
            inverse = pow(modulus, -1, prime)
            found = [
                known + modulus * ((new * orders - known) * inverse % prime)
                for known, new in zip(found, sums)
            ]
            modulus *= prime
        whole = [one - modulus if 2 * one > modulus else one for one in found]
        shares = [Fraction(one, orders) for one in whole]
        return list(zip(shares[: starts + 1], shares[starts + 1 :]))


# --- Primes --------------------------------------------------------------------------------------

WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # enough for numbers below 2^64


def _fields(order: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield primes whose product is above a size, each with a root of unity of this order."""
    divisors = [one for one in range(2, order + 1) if order % one == 0 and _is_prime(one)]
    prime, product = PRIME_BELOW // order * order + 1, 1
    while product <= size:
        prime -= order
        if not _is_prime(prime):
            continue
        for base in range(2, prime):
            root = pow(base, (prime - 1) // order, prime)
            if all(pow(root, order // one, prime) != 1 for one in divisors):
                break
        yield prime, root
        product *= prime


def _is_prime(number: int) -> bool:
    """Return True if a number below 2^64 is a prime, after Miller and Rabin."""
    if number < 2 or any(number % one == 0 for one in WITNESSES):
        return number in WITNESSES
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in WITNESSES:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True
