"""Lists of lines held against rows of traits: the line that each row meets, and what a list or a
change of it loses.

A row meets the first line l all of whose conditions hold: low <= row[column] <= high. With
loss[i][a] what action a loses at row i against the best one there, a list that takes the actions c
loses

    sum over rows i of loss[i][c[i]],

and a line with action a put in front of line l gains loss[i][c[i]] - loss[i][a] at each row i that
it takes from line l or a later one. Losses are scaled money, 64-bit integers; lines and actions are
bytes, 255 where no line is met.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from guards cimport are_below


def match(const int32_t[::1] rows, int width, const int64_t[::1] lines, uint8_t[::1] found):
    """Write to `found` (OUT) the first line that each row meets, or 255.

    lines: for each its number, how many conditions it has, and each condition's column, least and
        largest value.
    """
    cdef Py_ssize_t i, n = found.shape[0], at = 0, end = lines.shape[0]
    cdef int c, holds
    if rows.shape[0] != n * width:
        raise ValueError("traits and matches do not fit")
    while at < end:
        if end - at < 2 or not 0 <= lines[at] < 255 \
                or not 0 <= lines[at + 1] <= (end - at - 2) // 3:
            raise ValueError("a line without its conditions")
        for c in range(lines[at + 1]):
            if not 0 <= lines[at + 2 + 3 * c] < width:
                raise ValueError("a condition on a column that there is not")
        at += 2 + 3 * lines[at + 1]
    with nogil:
        for i in range(n):
            found[i], at = 255, 0
            while at < end:
                holds = 1
                for c in range(lines[at + 1]):
                    if not (lines[at + 3 + 3 * c] <= rows[i * width + lines[at + 2 + 3 * c]]
                            <= lines[at + 4 + 3 * c]):
                        holds = 0
                        break
                if holds:
                    found[i] = <uint8_t>lines[at]
                    break
                at += 2 + 3 * lines[at + 1]


def lost(const uint8_t[::1] choice, const int64_t[::1] loss):
    """Return the sum of the losses of the actions chosen; loss: one column an action, a row a
    situation.
    """
    cdef Py_ssize_t i, n = choice.shape[0], actions = loss.shape[0] // n if n else 0
    cdef int64_t sum = 0
    if loss.shape[0] != n * actions or not are_below(choice, n, actions):
        raise ValueError("choices and losses do not fit")
    for i in range(n):
        sum += loss[i * actions + choice[i]]
    return sum


cdef bint is_choice(const uint8_t[::1] chosen, int action, Py_ssize_t actions,
        const int64_t[::1] loss):
    """Return whether each row has a loss for the action chosen, and for `action`."""
    cdef Py_ssize_t n = chosen.shape[0]
    if n and not 0 <= action < actions:
        return False
    return loss.shape[0] == n * actions and are_below(chosen, n, actions)


def swing(const uint8_t[::1] met, const uint8_t[::1] chosen, int first, int action,
        const int64_t[::1] loss,
          int64_t[::1] weight, int32_t[::1] among):
    """Write to `among` (OUT) the rows that meet no line before `first` and where `action` changes
    the loss; return how many.

    met: the line that each row meets. chosen: the action taken there. weight: (OUT) what those rows
        lose less.
    """
    cdef Py_ssize_t i, n = met.shape[0], count = 0, actions = loss.shape[0] // n if n else 0
    cdef int64_t gained
    if not (chosen.shape[0] == weight.shape[0] == among.shape[0] == n) \
            or not is_choice(chosen, action, actions, loss):
        raise ValueError("rows and losses do not fit")
    with nogil:
        for i in range(n):
            gained = loss[i * actions + chosen[i]] - loss[i * actions + action]
            if met[i] >= first and gained:
                weight[i] = gained
                among[count] = <int32_t>i
                count += 1
    return count


def sides(const uint8_t[::1] met, const uint8_t[::1] chosen, int first, int action,
        const int64_t[::1] loss,
          uint8_t[::1] inside, uint8_t[::1] outside):
    """Set `inside` (INOUT) to 1 for the rows of `swing` that `action` makes cheaper, `outside`
    (INOUT) for the others.
    """
    cdef Py_ssize_t i, n = met.shape[0], actions = loss.shape[0] // n if n else 0
    cdef int64_t gained
    if not (chosen.shape[0] == inside.shape[0] == outside.shape[0] == n) \
            or not is_choice(chosen, action, actions, loss):
        raise ValueError("rows and losses do not fit")
    with nogil:
        for i in range(n):
            gained = loss[i * actions + chosen[i]] - loss[i * actions + action]
            if met[i] >= first and gained > 0:
                inside[i] = 1
            elif met[i] >= first and gained < 0:
                outside[i] = 1
