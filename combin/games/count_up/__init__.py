"""The count-up games that come with combin: one declarative file each."""
