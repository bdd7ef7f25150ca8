"""``python -m diagramloop``: the command of the same name, where its script is not on the path."""

from diagramloop.doors.cli import main

if __name__ == "__main__":
    main()
