"""Chat at a table: cleaned, committed, and then shown to everybody."""

from __future__ import annotations

from bidwell.server.commits import Commits
from bidwell.server.names import SPECTATOR, plain
from bidwell.server.protocol import Chat, ChatLine, ChatNews, encode
from bidwell.server.room_session import Connection, RoomSession
from bidwell.server.store.interface import AppendLine, Change, Store, TrimLines

LINES = 200
"""Number of chat lines kept in memory; on disk are at most twice as many."""


class Chats:
    """Saves and shows lines of chat."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits

    def say(self, session: RoomSession, connection: Connection, chat: Chat) -> None:
        """Save a line and show it. An empty or repeated line is only acknowledged."""
        text = plain(chat.text)
        if not text or chat.key in session.line_keys:
            session.when_settled(lambda: connection.tell(ChatNews([], key=chat.key)))
            return
        session.line_keys = [*session.line_keys[1 - LINES :], chat.key]
        if chat.seat is None:
            self._among_spectators(session, connection, text, chat.key)
            return
        line = ChatLine(chat.seat, session.room.data.seats[chat.seat].name, text)
        room = session.room.data.id
        changes: list[Change] = [AppendLine(room, chat.seat, line.name, line.text, chat.key)]
        session.said += 1
        if session.said % LINES == 0:
            changes.append(TrimLines(room, LINES))
        self._commits.save(session, changes, lambda: _show(session, connection, line, chat.key))

    def _among_spectators(self, session: RoomSession, sender: Connection, text: str, key: str) -> None:
        """Show a spectator's line to the spectators. It is not kept, because players must not read it later either."""
        line = ChatLine(None, SPECTATOR, text)
        for each in session.connections:
            if not each.seats:
                each.tell(ChatNews([line], key=key if each is sender else None))


def load_lines(session: RoomSession, store: Store) -> None:
    """Read the latest lines of a room from the store."""
    lines = store.lines(session.room.data.id, LINES)
    session.lines = [ChatLine(line.seat, line.name, line.text) for line in lines]
    session.line_keys = [line.key for line in lines]
    # there may be more on disk than was read: then the next line trims them, also in a room that is loaded again often
    session.said = min(len(lines), LINES - 1)


def _show(session: RoomSession, sender: Connection, line: ChatLine, key: str) -> None:
    session.lines = [*session.lines[1 - LINES :], line]
    others = encode(ChatNews([line]))
    for each in session.connections:
        each.put(encode(ChatNews([line], key=key)) if each is sender else others)
