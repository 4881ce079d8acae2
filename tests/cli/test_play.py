"""`bidwell play`: at the table."""

from __future__ import annotations

import random
import re
import shlex
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bidwell import Table, game, native, replay
from bidwell.core import commitment
from tests.cli.terminal import Bidwell, Shown, started
from tests.games.serengeti.helpers import a_table, about_to_default
from tests.laws.play import finished

PASSES = ("p",) * 400
SECRET = "0123456789abcdef" * 2
DORA_TOO = "you,random,random,you"
At = Callable[..., Shown]


@pytest.fixture
def at(bidwell: Bidwell, tmp_path: Path) -> At:
    """`at(table, "7", "pass")`: a person sits down at Anne's place of this table, starts, and types."""

    def typing(table: Table, *typed: str, seats: str = "you,heuristic,heuristic,heuristic") -> Shown:
        file = tmp_path / "position.txt"
        file.write_text(table.record())
        return bidwell(f"play --resume {file} --seats {seats}", "", *typed)

    return typing


def fresh(**fields: Any) -> Table:
    """Anne opens the auction of a single card."""
    return a_table(lot=["Samburu 5"], **fields)


def test_names_with_apostrophes(bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typed, shown and saved as they are; and the command for the same deal can be typed into a shell."""
    monkeypatch.setenv("COLUMNS", "300")
    file = tmp_path / "game.txt"
    shown = bidwell(f"play serengeti --seed 8 --names O'Neil,D’Arcy --save {file}", "", "3", *PASSES)
    assert shown.code == 0
    assert "O'Neil: pass, bid " in shown.out
    assert replay(file.read_text(encoding="utf-8")).names == ("O'Neil", "D’Arcy", "Anne", "Burt")
    again = re.search(r"The same deal again: (.*)", shown.out)
    assert again
    assert "O'Neil,D’Arcy,Anne,Burt" in shlex.split(again[1])


def test_the_welcome_explains_the_game(bidwell: Bidwell) -> None:
    """In five lines, with who plays, and that Bidwell is not affiliated."""
    shown = bidwell("play serengeti --seed 8").out
    assert re.findall(r"^(\d)  ", shown, re.M) == ["1", "2", "3", "4", "5"]
    assert "Anne (you), Burt (novice bot)" in shown
    assert shown.count("not affiliated") == 1


def test_a_whole_game(bidwell: Bidwell) -> None:
    shown = bidwell("play serengeti --seed 8", "", "7", "hint", "log", *PASSES)
    assert shown.code == 0
    assert "Round 15" in shown.out
    assert re.search(r"\w+ wins\. \d+ points", shown.out)
    assert "Where the game turned" in shown.out
    assert "--seed 8" in shown.out
    assert shown.err == ""


def test_the_same_seed_is_the_same_game(bidwell: Bidwell) -> None:
    first, second = (bidwell("play serengeti --seed 5", *PASSES).out for _ in range(2))
    assert first == second


@pytest.mark.parametrize("said", ["3", "bid 3", "BID 3", "b 3", "  bid   3 ", "03"])
def test_bids_are_taken_as_they_come(at: At, said: str) -> None:
    assert "You bid 3" in at(fresh(), said).out


@pytest.mark.parametrize("said", ["p", "pass", "Pass", "PA"])
def test_passes_too(at: At, said: str) -> None:
    assert "You pass without a bid and take 2 chips" in at(fresh(), said).out


def test_what_is_typed_at_the_welcome_counts(bidwell: Bidwell, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(fresh().record())
    assert "You bid 3" in bidwell(f"play --resume {file}", "3").out


def test_what_cannot_be_is_refused_with_its_clause(at: At) -> None:
    shown = at(fresh(), "fly", "66", "discard nuba 6").out
    assert "'fly' is no action" in shown
    assert re.search(r"^SER-15: .*65", shown, re.M)
    assert re.search(r"^SER-16: ", shown, re.M)
    assert "You bid" not in shown


def test_others_chips_are_hidden(at: At) -> None:
    """SER-05."""
    shown = at(fresh()).out
    assert re.search(r"^Anne \(you\) .* 10 ▸ to bid", shown, re.M)
    assert len(re.findall(r"^(?:Burt|Carla|Dora) .* \? in", shown, re.M)) == 3
    shown = at(fresh(options={"open_chips": True})).out
    assert len(re.findall(r"^(?:Burt|Carla|Dora) .* 10 in", shown, re.M)) == 3


# Commands


def test_help_shows_the_keys_and_the_legal_choices(at: At) -> None:
    shown = at(fresh(), "?").out
    assert "you may   pass, bid 1 to 65" in shown
    for key in ("if 65", "hint", "why", "rules 21", "log", "quit"):
        assert re.search(rf"^{key} ", shown, re.M)


def test_help_and_hint_name_a_request_in_words(at: At) -> None:
    """SEC-04: its clause number can be typed, but is no name for it."""
    table = game("secret_auction").deal(4, seed=5)
    shown = at(table, "?", "hint").out
    assert "`keep the Patient` or `keep the Collector`, just `Collector` will do" in " ".join(shown.split())
    assert re.search(r"The coach would say: keep the (Patient|Collector)", shown)
    assert "keep SEC-" not in shown


def test_rules_at_the_table(bidwell: Bidwell) -> None:
    shown = bidwell("play serengeti --seed 8", "", "rules 21", "rules 99").out
    assert "SER-21  [book] If exactly one" in shown
    assert "no clause '99'" in shown


def test_why_explains_what_happened_last(at: At) -> None:
    assert "SER-14  [book] A forbidden bid is void" in at(with_a_card(), "8", "y", "why").out


def test_why_explains_a_refusal(at: At) -> None:
    assert "SER-16  [book] A winner who cannot pay" in at(fresh(), "discard nuba 6", "why").out


def test_why_at_the_very_start(at: At) -> None:
    assert "Nothing has happened yet." in at(fresh(), "why").out


def test_hint_and_what_if(at: At) -> None:
    shown = at(fresh(), "hint", "if 9", "if 12", "if p", "if").out
    assert re.search(r"The coach would say: (pass|bid \d+)", shown)
    assert "A network trained by playing many games against itself prefers this" in shown
    assert "If 9 wins the lot" in shown
    assert "you cannot pay it: you have 10 (SER-16)" in shown
    assert "You pass without a bid and take 2 chips from the bank" in shown
    assert "say what to try" in shown


def test_enter_shows_the_table_again(bidwell: Bidwell) -> None:
    assert bidwell("play serengeti --seed 8", "", "", "").out.count("round 1 of 15") == 3


def test_quit_asks(bidwell: Bidwell) -> None:
    shown = bidwell("play serengeti --seed 8", "", "quit", "n", "q", "y", "65")
    assert shown.code == 0
    assert shown.out.count("Leave the table? (the game is not saved)") == 2
    assert "--save FILE would have kept the game" in shown.out
    assert "You bid 65" not in shown.out


# Mistakes


def with_a_card(**fields: Any) -> Table:
    """Anne, who has a Nuba 8, opens."""
    return a_table({"Anne": ["Nuba 8"]}, lot=["Nandi 5", "Samburu 1"], **fields)


def test_a_forbidden_bid_is_asked_about(at: At) -> None:
    """SER-14: what it would cost, and whether it is meant."""
    shown = at(with_a_card(), "8", "n").out
    assert re.search(r"^SER-13: .*Nuba 8", shown, re.M)
    assert "If you insist: You bid 8, a forbidden digit: void, 1 chip to the bank  SER-14" in shown
    assert "You bid 8" not in shown.partition("Insist?")[2]


@pytest.mark.parametrize(("answer", "paid"), [("n", 0), ("", 0), ("y", 1)])
def test_the_question_before_a_forbidden_bid_costs_nothing(at: At, tmp_path: Path, answer: str, paid: int) -> None:
    """SER-14: the fine is due once the bid is made, and it is made only by a player who insists."""
    at(with_a_card(), "8", answer, "q", "y")
    table = replay((tmp_path / "position.txt").read_text())
    assert table.position()["chips"]["Anne"] == 10 - paid
    assert table.asks == (0,)


def test_a_mistake_can_be_made(at: At) -> None:
    """SER-14: by a player who insists."""
    shown = at(with_a_card(), "8", "y").out
    assert "You bid 8, a forbidden digit: void, 1 chip to the bank  SER-14" in shown.partition("Insist?")[2]


def test_without_fines_it_is_refused(at: At) -> None:
    shown = at(with_a_card(options={"fines": False}), "8").out
    assert re.search(r"^SER-13: .*Nuba 8", shown, re.M)
    assert "Insist?" not in shown


def test_a_card_to_discard_may_be_said_shortly(at: At) -> None:
    """SER-16: Dora passes, and Anne cannot pay."""
    table = about_to_default(21, {"Anne": ["Nuba 8", "Nandi 8"], "Burt": ["Tonga 2"]})
    shown = at(table, "Dora is here", "p", "Anne is here", "8", "nub 8", "Dora again", seats=DORA_TOO).out
    assert "could not pay 21 and gives up one card" in shown
    assert "'8' could be discard Nuba 8 or discard Nandi 8: say which" in shown
    assert "Anne discards Nuba 8" in shown


# Several at one keyboard, or nobody


def test_the_keyboard_is_passed_on(bidwell: Bidwell) -> None:
    """Each sees their own chips only, and a page of nothing lies between."""
    typed = ("", "ready", "3", "ready", "4", "ready")
    shown = bidwell("play serengeti --seed 8 --seats you,you,heuristic --names Ida,Jo", *typed).out
    pages = shown.split("Pass the keyboard to ")
    assert [page.partition(".")[0] for page in pages[1:4]] == ["Ida", "Jo", "Ida"]
    assert re.search(r"^Jo \(you\) .* 10 ", pages[2], re.M)
    assert re.search(r"^Ida .* \? ", pages[2], re.M)
    assert "\n" * 24 in pages[1]


def test_what_is_typed_while_the_keyboard_is_passed_is_no_bid(bidwell: Bidwell) -> None:
    shown = bidwell("play serengeti --seed 8 --seats you,you,heuristic --names Ida,Jo", "", "ready", "3", "65").out
    assert "You bid 65" not in shown


def test_bots_alone(bidwell: Bidwell) -> None:
    shown = bidwell("play serengeti --seed 8 --seats heuristic,random,heuristic")
    assert shown.code == 0
    assert "Round 15" in shown.out
    assert "Where the game turned" in shown.out


def test_names_are_completed(bidwell: Bidwell) -> None:
    shown = bidwell("play serengeti --seats you,random,random --names Burt").out
    assert "Burt (you), Anne (random bot), Carla (random bot)" in shown


def test_names_alone_say_how_many_play(bidwell: Bidwell) -> None:
    shown = bidwell("play serengeti --names Ida,Jo,[b]Kim[/b]").out
    assert "Ida (you), Jo (novice bot), [b]Kim[/b] (novice bot)" in shown


# Saving


def test_the_record_is_saved(bidwell: Bidwell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    shown = bidwell(f"play serengeti --seed 8 --save {file}", *PASSES)
    assert f"Saved in {file}" in shown.out.replace("\n", "")
    assert replay(file.read_text()).over
    assert [*tmp_path.iterdir()] == [file]


def test_it_is_saved_on_leaving_and_goes_on_later(bidwell: Bidwell, tmp_path: Path) -> None:
    """Seats and all: the second half needs no flags, and the whole is as if never interrupted."""
    file = tmp_path / "game.txt"
    seats = "--seats you,random,heuristic"
    bidwell(f"play serengeti --seed 8 {seats} --save {file}", "", "3", "quit", "y")
    half = replay(file.read_text())
    assert not half.over
    shown = bidwell(f"play --resume {file}", *PASSES)
    assert "Burt (random bot), Carla (heuristic bot)" in shown.out.replace("\n", " ")
    whole = replay(file.read_text())
    assert whole.over
    assert whole.history[: len(half.history)] == half.history


def test_a_resumed_game_may_be_saved_elsewhere(bidwell: Bidwell, tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    bidwell(f"play serengeti --seed 8 --save {first}", "", "3")
    before = first.read_text()
    bidwell(f"play --resume {first} --save {second}", *PASSES)
    assert first.read_text() == before
    assert replay(second.read_text()).over


def test_a_resumed_game_tells_what_happened_in_this_round(bidwell: Bidwell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    bidwell(f"play serengeti --seed 8 --save {file}", "", "1")
    assert "You bid 1" in bidwell(f"play --resume {file}", "").out


def a_server_game(over: bool) -> str:
    """A record as a room gives it, with its proof, and with remarks of somebody who has read it."""
    table = game("serengeti").deal(3, commitment.seed_of(SECRET))
    for _ in range(2):
        table.play(table.asks[0], "pass")
    if over:
        finished(table, random.Random(1))
    first, *rest = table.record().splitlines(keepends=True)
    return "".join([first, "# Ida's game\n", *rest, "# what now?\n"]) + commitment.written(SECRET)


def test_a_game_that_was_over_is_not_written_again(bidwell: Bidwell, tmp_path: Path) -> None:
    file, copy = tmp_path / "game.txt", tmp_path / "copy.txt"
    file.write_text(a_server_game(over=True))
    assert f"Saved in {file}" in bidwell(f"play --resume {file}").out.replace("\n", "")
    assert file.read_text() == a_server_game(over=True)
    bidwell(f"play --resume {file} --save {copy}")
    assert copy.read_text().startswith(a_server_game(over=True))
    assert bidwell(f"verify {copy}").code == 0


def test_what_else_stands_in_the_file_is_kept(bidwell: Bidwell, tmp_path: Path) -> None:
    """Proof and remarks, where they stand; the seats are said once, as they are now."""
    file = tmp_path / "game.txt"
    file.write_text(a_server_game(over=False) + "# seats: you, you, you\n")
    bidwell(f"play --resume {file} --seats random,random,you", "", "quit", "y")
    assert file.read_text() == a_server_game(over=False) + "# seats: random, random, you\n"
    bidwell(f"play --resume {file}", *PASSES)
    text = file.read_text()
    assert text.startswith(a_server_game(over=False))
    assert re.findall("^# seats: .*", text, re.M) == ["# seats: random, random, you"]
    assert replay(text).over
    assert bidwell(f"verify {file}").code == 0


def test_a_record_goes_on_however_it_ends(bidwell: Bidwell, tmp_path: Path) -> None:
    """A header without the empty line behind it, and without an end of the line."""
    file = tmp_path / "game.txt"
    file.write_text(game("serengeti").deal(3, 8).record().partition("\n\n")[0])
    bidwell(f"play --resume {file}", "", "3", "quit", "y")
    assert replay(file.read_text()).history[0] == (0, 3)


def test_a_save_that_fails_does_not_end_the_game(
    bidwell: Bidwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    shown = bidwell(f"play serengeti --seed 8 --save {tmp_path}/game.txt", *PASSES)
    assert "No space left on device" in shown.out
    assert "Where the game turned" in shown.out
    assert [*tmp_path.iterdir()] == []


def test_ctrl_c_leaves_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    process = started("-u", "-m", "bidwell", "play", "serengeti", "--seed", "8", "--save", str(file))
    assert process.stdin
    assert process.stdout
    process.stdin.write("3\n")
    process.stdin.flush()
    while "You bid 3" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == ""
    assert "Saved in" in out
    assert replay(file.read_text()).history


def test_any_bytes_may_come_down_the_pipe(tmp_path: Path) -> None:
    process = started("-m", "bidwell", "play", "--seed", "8", environment={"PYTHONIOENCODING": "ascii"})
    out, err = process.communicate("\nÄrger\n\x00\n7\n", timeout=20)
    assert process.returncode == 0
    assert err == ""
    assert "You bid 7" in out
    assert "^Nuba #Massai" in out


def test_bots_that_search_say_when_they_are_weaker(bidwell: Bidwell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without machine code there is one sentence about it before the game, and no command to install."""
    monkeypatch.setattr(native, "available", lambda: False)
    shown = bidwell("play secret_auction --seats you,search:1,novice --seed 1", "", "quit")
    said = " ".join(shown.out.split())
    assert "Bots that search play weaker in this installation" in said
    assert "pip install" not in said
    assert "machine code" not in bidwell("play secret_auction --seats you,random,novice --seed 1", "", "quit").out
