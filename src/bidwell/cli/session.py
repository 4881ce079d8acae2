"""A game in the terminal: its seats, its turns, and what people type."""

from __future__ import annotations

import shlex

from rich.table import Table as Grid
from rich.text import Text

from bidwell import __version__
from bidwell.bots.external.program import close_bots
from bidwell.bots.registry import Bot, bot, budget_of, get_ready, weakness
from bidwell.cli import files, table_commands
from bidwell.cli.autosave import Autosave
from bidwell.cli.event_lines import event_lines
from bidwell.cli.output import NOT_AFFILIATED
from bidwell.cli.scenes import scene_of
from bidwell.cli.screen import ask, console, fresh_page, says_yes
from bidwell.cli.seating import YOU
from bidwell.core.errors import BotFailed, Reason, Refused
from bidwell.core.events import Event, heard
from bidwell.core.game import DEFAULT_NAMES
from bidwell.core.prose import capital
from bidwell.core.rng import key_of
from bidwell.core.table import Table

TYPED = 7
"""Characters of input that should fit after a prompt."""
STAND_IN = "novice"
"""The bot that replaces a program that fails."""


class Left(Exception):
    """A player left before the end."""


class Session:
    """One game, from the welcome to the last screen."""

    def __init__(self, table: Table, seats: list[str], path: str | None, kept: Autosave | None = None) -> None:
        self.table = table
        self.seats = seats
        self.path = path
        self.kept = kept or Autosave(table)
        self.scene = scene_of(table.game)
        self.out = console()
        self.bots = {seat: self._bot(seat, kind) for seat, kind in enumerate(seats) if kind != YOU}
        self.people = [seat for seat, kind in enumerate(seats) if kind == YOU]
        self.at_keyboard = self.people[0] if len(self.people) == 1 else None
        self.heard = dict.fromkeys(range(table.players), self._news())
        """For each seat, the length of the log when it last acted."""
        self.clause = ""
        """The clause that `why` explains."""
        self.typed_ahead = ""
        self.notices: list[tuple[int, Text]] = []
        """Messages for the next screen, each with the length of the log when it was added."""

    def _bot(self, seat: int, kind: str) -> Bot:
        return bot(kind, self.table.game, key_of(self.table.seed or 0, seat + 1 + len(self.table.history)))

    def _news(self) -> int:
        """Return where the current chapter begins in the log."""
        headings = [number for number, event in enumerate(self.table.log) if event.heading]
        return headings[-1] if headings and self.table.history else 0

    def run(self) -> int:
        """Run the game; return the exit code.

        The game is also saved when a closing terminal ends the input and then sends a signal.
        """
        try:
            return self.play_to_end()
        except KeyboardInterrupt:
            return self.leave(130)
        finally:
            close_bots(self.table, self.bots)

    def play_to_end(self) -> int:
        """Play from the welcome to the end, or until a player leaves."""
        try:
            self.welcome()
            while not self.table.over:
                self.step(self.table.asks[0])
            self.end()
        except (EOFError, Left):
            return self.leave(0)
        return 0

    def step(self, seat: int) -> None:
        if seat in self.bots:
            self.table.play(seat, self.chosen(seat))
        else:
            self.turn(seat)

    def chosen(self, seat: int) -> str:
        """Return a bot's action. If its program fails, another bot replaces it and the game goes on."""
        view = self.table.view_when_asked(seat)
        try:
            return self.bots[seat].choose(view)
        except BotFailed as failure:
            said = Text(f"{failure}. The {STAND_IN} bot plays on for {self.table.names[seat]}.", "trouble")
            lines = [said, *(Text(f"  {line}", "quiet") for line in failure.last_words)]
            self.notices += [(len(self.table.log), line) for line in lines]
            self.bots[seat] = self._bot(seat, STAND_IN)
            return self.bots[seat].choose(view)

    # Before and after

    def get_ready(self) -> None:
        """Compile the searching bots now rather than at their first turn, or note that they play weaker."""
        if weaker := weakness(self.seats, self.table.game):
            self.out.print(Text(f"{capital(weaker)}.", "quiet"), "", sep="\n")
        elif any(budget_of(spec, self.table.game) for spec in self.seats):
            with self.out.status(Text("The bots get ready; the first time this takes up to half a minute …")):
                get_ready(self.table.game, self.seats)

    def welcome(self) -> None:
        """Show the first screen: the game, how it works, the players."""
        game = self.table.game
        fresh_page(self.out)
        self.out.print(Text.assemble((game.title, "title"), (f"   Bidwell {__version__}", "quiet")))
        self.out.print(game.pitch, "", sep="\n")
        grid = Grid.grid(padding=(0, 2))
        for number, line in enumerate(self.scene.how(self.table), 1):
            grid.add_row(Text(str(number), "title"), line)
        self.out.print(grid, "", sep="\n")
        self.out.print(Text(f"At the table: {', '.join(map(self.named, range(self.table.players)))}."))
        self.out.print(
            Text.assemble(("?", "key"), " shows what you can type."), Text(NOT_AFFILIATED, "quiet"), "", sep="\n"
        )
        self.get_ready()
        if self.people and not self.table.over:
            begin = "go on" if self.table.history else "begin"
            self.typed_ahead = ask(self.out, Text.assemble(("Enter", "key"), f" to {begin} ▸ "))

    def named(self, seat: int) -> str:
        kind = self.seats[seat]
        return f"{self.table.names[seat]} ({'you' if kind == YOU else f'{kind} bot'})"

    def command(self) -> str:
        """Return the command for the same deal with the same players."""
        words = ["bidwell", "play", self.table.game.name, "--seats", ",".join(self.seats)]
        if self.table.names != DEFAULT_NAMES[: self.table.players]:
            words += ["--names", ",".join(self.table.names)]
        for option in self.table.game.changed_options(self.table.options):
            words += ["--option", option]
        return shlex.join([*words, "--seed", str(self.table.seed)])

    def end(self) -> None:
        """Save the game, then show the last screen: the last events, who won and why."""
        kept = self.save()
        fresh_page(self.out)
        if self.at_keyboard is None:
            self.tell_all()
        else:
            self.tell(self.news(self.at_keyboard))
        self.give_notice()
        self.out.print()
        self.out.print(self.scene.ending(self.table))
        if self.table.seed is not None:
            self.out.print(Text(f"The same deal again: {self.command()}", "quiet"))
        self.say_where(kept)

    def tell_all(self) -> None:
        """Print the whole log, with each problem where it occurred."""
        begin, log = 0, self.table.log
        for at, line in self.notices:
            self.tell(log[begin:at], spaced=True)
            self.out.print(line)
            begin = at
        self.notices.clear()
        self.tell(log[begin:], spaced=True)

    def tell(self, events: list[Event], spaced: bool = False) -> None:
        for line in event_lines(events, spaced=spaced):
            self.out.print(line)

    def leave(self, code: int) -> int:
        """Save the record if wanted, then print one line. Saving comes first, as the terminal may be gone."""
        kept = self.save()
        self.out.print()
        self.give_notice()
        if self.path is None:
            self.out.print(Text("You have left the table; --save FILE would have kept the game."))
        self.say_where(kept)
        return code

    def save(self) -> bool:
        """Save the record to the file of --save; return whether that worked."""
        if self.path is None:
            return False
        if self.path == self.kept.whole_in:
            return True
        try:
            files.write(self.path, self.kept.text(self.seats))
        except OSError as problem:
            self.out.print(Text(f"{self.path} could not be written: {problem.strerror}", "trouble"))
            return False
        return True

    def say_where(self, kept: bool) -> None:
        if kept:
            then = "replay it: bidwell replay" if self.table.over else "go on: bidwell play --resume"
            self.out.print(Text(f"Saved in {self.path}; {then} {self.path}"))

    # A turn

    def turn(self, seat: int) -> None:
        """Show the table and read input until the seat has acted."""
        self.hand_over(seat)
        self.show(seat)
        before = len(self.table.log)
        while not self.acted(seat, self.typed(seat)):
            pass
        self.heard[seat] = before
        self.save()

    def hand_over(self, seat: int) -> None:
        """Hide the screen while the keyboard passes to another player, so that nobody sees another's secrets."""
        if seat == self.at_keyboard:
            return
        self.at_keyboard = seat
        fresh_page(self.out, secret=True)
        name = self.table.names[seat]
        self.out.print(Text.assemble("Pass the keyboard to ", (name, "title"), ". The others look away."))
        ask(self.out, Text.assemble((name, "key"), ": ", ("Enter", "key"), " when only you can see this ▸ "))

    def show(self, seat: int) -> None:
        fresh_page(self.out)
        news = self.news(seat)
        self.clause = news[-1].clause if news else ""
        self.out.print(self.scene.scene(self.table.view(seat), news))
        self.give_notice()

    def give_notice(self) -> None:
        for _, line in self.notices:
            self.out.print(line)
        self.notices.clear()

    def news(self, seat: int) -> list[Event]:
        """Return the events this seat has heard since it last acted, in words for that seat."""
        return heard(self.table.log[self.heard[seat] :], seat)

    def typed(self, seat: int) -> str:
        ahead, self.typed_ahead = self.typed_ahead, ""
        return ahead or ask(self.out, self.prompt(seat))

    def prompt(self, seat: int) -> Text:
        """The prompt: whose turn it is, and the legal actions if they fit on the line."""
        choices = self.table.game.notation.choices(self.table, seat)
        for said in (choices, "your choice"):
            line = Text.assemble((self.table.names[seat], "you"), f": {said} ", ("(? help) ", "quiet"), ("▸ ", "title"))
            if line.cell_len + TYPED < self.out.width:
                break
        return line

    def acted(self, seat: int, text: str) -> bool:
        """Run a command or play an action; return whether the seat has acted."""
        word, _, rest = text.partition(" ")
        command = table_commands.COMMANDS.get(word.lower())
        try:
            if command:
                command(self, seat, rest.strip())
                return False
            return self.play(seat, text)
        except Refused as problem:
            self.refuse(Reason(problem.clause, problem.reason))
            return False

    def play(self, seat: int, text: str) -> bool:
        said = table_commands.meant(self.table, seat, text)
        if said in self.table.mistakes(seat) and not self.confirmed(seat, said):
            return False
        self.table.play(seat, said)
        return True

    def confirmed(self, seat: int, said: str) -> bool:
        """Ask before a mistake that the table punishes: show why it is one and what it costs."""
        game = self.table.game
        self.refuse(game.notation.why_not(self.table, seat, game.notation.action(self.table, said)))
        for event in heard(self.table.view(seat).would(said).events, seat):
            self.out.print(Text.assemble("If you insist: ", f"{event.text}  ", (event.clause, "clause")))
        return says_yes(self.out, "Insist?")

    def refuse(self, why: Reason) -> None:
        """Print the reason, and remember its clause for `why`."""
        self.clause = why.clause or self.clause
        self.out.print(Text(str(why), "trouble"))
