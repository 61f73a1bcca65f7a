"""Asks the C library to keep the memory that large arrays leave, so that the next ones need no
pages cleared anew.
"""

cdef extern from *:
    """
    #include <stdlib.h>
    #ifdef __GLIBC__
    #include <malloc.h>
    static void keep_freed(void) {
        mallopt(M_MMAP_THRESHOLD, 32 << 20);   /* the most that it takes */
        mallopt(M_TRIM_THRESHOLD, 1 << 30);
    }
    static void give_freed(void) {
        malloc_trim(0);
    }
    #else
    static void keep_freed(void) {}
    static void give_freed(void) {}
    #endif
    """
    void keep_freed() noexcept nogil
    void give_freed() noexcept nogil


def keep():
    """Keep freed memory, up to a gibibyte; for a process of combin's own. Does nothing where the C
    library is not glibc's.
    """
    with nogil:
        keep_freed()


def give_back():
    """Give back what is kept, where larger arrays are to come. Does nothing where the C library is
    not glibc's.
    """
    with nogil:
        give_freed()
