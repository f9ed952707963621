"""Lets a class play in checkers league: python3 bot.py my_bot.py MyBot speaks the Hub protocol for it.

The class has __init__(board_size, player_num), get_name() and move(board, time_limit, ret_val). docs/bots.md says more.
"""

import copy
import ctypes
import importlib.util
import os
import queue
import shlex
import sys
import threading
import traceback
import types


class AbstractPlayer:
    """What a player has. It need not be inherited from."""

    def __init__(self, board_size, player_num):
        raise NotImplementedError("__init__(board_size, player_num)")

    def get_name(self):
        raise NotImplementedError("get_name()")

    def move(self, board, time_limit, ret_val):
        raise NotImplementedError("move(board, time_limit, ret_val)")


class CheckerBoard:
    """A position by the rules of the league. board[row][column] is w, W, b or B, a man or a king of White or Black,
    0 for an empty square, and _ for one that is not played on. White begins, in row 0."""

    def __init__(self, board_size):
        if board_size < 4 or board_size % 2:
            raise ValueError("board_size %d: want an even number, 4 or more" % board_size)
        self._board_size = board_size
        self.current_player = "w"
        men = board_size // 2 - 1
        self._board = []
        for row in range(board_size):
            content = "w" if row < men else "b" if row >= board_size - men else 0
            self._board.append([content if (row + column) % 2 else "_" for column in range(board_size)])

    def __getitem__(self, row):
        return self._board[row]

    def print(self):
        print("   " + "".join("{:^3}".format(column) for column in range(self._board_size)))
        for number, row in enumerate(self._board):
            print("".join("{:^3}".format(content) for content in [number] + row))

    def get_pieces(self):
        """All pieces, as (piece, (row, column))."""
        return [
            (content, (r, c))
            for r, row in enumerate(self._board)
            for c, content in enumerate(row)
            if content not in (0, "_")
        ]

    def get_locations_by_color(self, w_or_b):
        return [place for piece, place in self.get_pieces() if piece.lower() == w_or_b]

    def generate_moves(self, loc):
        """The legal moves of a piece: whether they are captures, and a list of lists of places. There are none for a
        piece that cannot capture while another one of its colour can."""
        piece = self._board[loc[0]][loc[1]]
        if piece in (0, "_"):
            return False, []
        jumps = self._jumps(loc)
        if jumps:
            return True, jumps
        if any(self._jumps(other) for other in self.get_locations_by_color(piece.lower())):
            return False, []
        steps = []
        for dr, dc in _directions(piece):
            to = (loc[0] + dr, loc[1] + dc)
            if self._at(to) == 0:
                steps.append([tuple(loc), to])
        return False, steps

    def execute_move(self, move):
        """Plays a legal move, after which it is the other player's turn; False, and nothing changes, for any other."""
        try:
            move = [(int(place[0]), int(place[1])) for place in move]
            piece = self._at(move[0])
        except (TypeError, ValueError, IndexError):
            return False
        if piece in (None, 0, "_") or piece.lower() != self.current_player or move not in self.generate_moves(move[0])[1]:
            return False
        for place in move[1:]:
            if place[0] == self._king_row(piece):
                piece = piece.upper()
        for place in captured(move):
            self._board[place[0]][place[1]] = 0
        self._board[move[0][0]][move[0][1]] = 0
        self._board[move[-1][0]][move[-1][1]] = piece
        self.current_player = "b" if self.current_player == "w" else "w"
        return True

    def get_winner(self):
        """The other player where the one to move has no move; None while it has."""
        places = self.get_locations_by_color(self.current_player)
        if any(self.generate_moves(place)[1] for place in places):
            return None
        return "b" if self.current_player == "w" else "w"

    def _at(self, place):
        if 0 <= place[0] < self._board_size and 0 <= place[1] < self._board_size:
            return self._board[place[0]][place[1]]
        return None

    def _king_row(self, piece):
        return self._board_size - 1 if piece in "wW" else 0

    def _jumps(self, loc):
        found = []
        self._extend([tuple(loc)], [], self._board[loc[0]][loc[1]], found)
        return found

    def _extend(self, path, taken, piece, found):
        """Appends the captures that go on from a path. One may be broken off after each jump."""
        row, column = path[-1]
        for dr, dc in _directions(piece):
            over, to = (row + dr, column + dc), (row + 2 * dr, column + 2 * dc)
            there = self._at(over)
            if there in (None, 0, "_") or there.lower() == piece.lower() or over in taken:
                continue
            if self._at(to) != 0 and to != path[0]:
                continue
            found.append(path + [to])
            self._extend(path + [to], taken + [over], piece.upper() if to[0] == self._king_row(piece) else piece, found)


def _directions(piece):
    directions = []
    if piece != "b":
        directions += [(1, -1), (1, 1)]
    if piece != "w":
        directions += [(-1, -1), (-1, 1)]
    return directions


def captured(move):
    """The places that a move jumps over."""
    return [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(move, move[1:]) if abs(a[0] - b[0]) == 2]


def number(size, place):
    return place[0] * size // 2 + place[1] // 2 + 1


def place_of(size, n):
    row, rest = divmod(n - 1, size // 2)
    return row, 2 * rest + 1 - row % 2


def to_hub(size, move):
    """A move as the Hub protocol writes it, or None and what it was that is no move."""
    try:
        places = [(int(row), int(column)) for row, column in move]
    except (TypeError, ValueError):
        places = []
    inside = all(0 <= row < size and 0 <= column < size and (row + column) % 2 for row, column in places)
    if len(places) < 2 or not inside:
        return None, "ret_val is no move: " + ("%.60r" % (move,)).replace('"', "'")
    taken = captured(places)
    separator = "x" if taken else "-"
    return separator.join(str(number(size, place)) for place in [places[0], places[-1]] + taken), None


def from_hub(board, text):
    """The move that a message means."""
    size = board._board_size
    squares = [place_of(size, int(n)) for n in text.replace("x", "-").split("-")]
    for move in board.generate_moves(squares[0])[1]:
        if move[-1] == squares[1] and sorted(captured(move)) == sorted(squares[2:]):
            return move
    raise ValueError("%s is not a legal move" % text)


def read_position(args):
    """The board of a pos message."""
    text = args["pos"]
    size = round((2 * (len(text) - 1)) ** 0.5)
    board = CheckerBoard(size)
    for n, content in enumerate(text[1:], 1):
        row, column = place_of(size, n)
        board._board[row][column] = 0 if content == "e" else content
    board.current_player = text[0].lower()
    for move in args.get("moves", "").split():
        board.execute_move(from_hub(board, move))
    return board


def load(path, name):
    """The class of a file. What the file imports is looked for beside it; board and players.interface are here."""
    folder = os.path.dirname(os.path.abspath(path))
    sys.path[:0] = [folder, os.path.dirname(folder)]
    package = types.ModuleType("players")
    package.__path__ = [folder, os.path.join(folder, "players")]
    interface, board = types.ModuleType("players.interface"), types.ModuleType("board")
    interface.AbstractPlayer, board.CheckerBoard = AbstractPlayer, CheckerBoard
    package.interface = interface
    sys.modules.update({"players": package, "players.interface": interface, "board": board})
    full = "players." + os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(full, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[full] = module
    spec.loader.exec_module(module)
    if not isinstance(getattr(module, name, None), type):
        raise ValueError("%s has no class %s" % (path, name))
    return getattr(module, name)


def describe(error):
    """An error and where it happened, on one line."""
    trace = traceback.extract_tb(error.__traceback__)
    where = " (%s, line %d)" % (os.path.basename(trace[-1].filename), trace[-1].lineno) if trace else ""
    return " ".join(("%s: %s%s" % (type(error).__name__, error, where)).replace('"', "'").split())


class Engine:
    """Answers the messages of a league."""

    def __init__(self, path, name):
        self.path, self.name = path, name
        self.kind = self.player = self.board = None
        self.limit = 1.0
        self.messages = queue.Queue()
        sys.setswitchinterval(0.001)  # so that the clock is seen in time beside a class that never rests
        # Whatever the class prints goes to standard error, and it has no standard input: those are the league's.
        self.out = os.fdopen(os.dup(1), "w", buffering=1)
        self.lines = os.fdopen(os.dup(0))
        os.dup2(2, 1)
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)

    def say(self, text):
        self.out.write(text + "\n")
        self.out.flush()

    def run(self):
        threading.Thread(target=self.read, daemon=True).start()
        while True:
            words = self.messages.get()
            if words[0] == "quit":
                os._exit(0)
            try:
                self.answer(words[0], dict(word.split("=", 1) for word in words[1:] if "=" in word))
            except BaseException as error:
                traceback.print_exc()
                self.say('error message="%s"' % describe(error))

    def read(self):
        for line in self.lines:
            words = shlex.split(line)
            if words:
                self.messages.put(words)
        self.messages.put(["quit"])

    def answer(self, command, args):
        if command == "hub":
            self.say('id name="%s"' % self.name)
            self.say("param name=variant value=league type=enum values=league")
            self.say("wait")
        elif command == "init":
            self.kind = load(self.path, self.name)
            self.say("ready")
        elif command == "new-game":
            self.player = None
        elif command == "pos":
            self.board = None  # what is refused is not searched
            self.board = read_position(args)
        elif command == "level":
            self.limit = float(args.get("move-time", self.limit))
        elif command == "go" and self.board is None:
            self.say('error message="there is no position to search"')
        elif command == "go":
            move, error = self.think()
            self.say("done move=%s" % move if move else 'done error="%s"' % error)
        elif command == "ping":
            self.say("pong")

    def think(self):
        """The move of the class, or None and why there is none."""
        size, ret_val, errors = self.board._board_size, [], []

        def move():
            try:
                if self.player is None:
                    self.player = self.kind(size, 1 if self.board.current_player == "w" else 2)
                self.player.move(copy.deepcopy(self.board), self.limit, ret_val)
            except SystemExit:  # see below
                pass
            except BaseException as error:
                traceback.print_exc()
                errors.append(error)

        thread = threading.Thread(target=move, daemon=True)
        thread.start()
        thread.join(self.limit)
        chosen = list(ret_val)
        late = thread.is_alive()
        if late:  # it may not think in the other player's time
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit))
        if chosen:
            return to_hub(size, chosen)
        if errors:
            return None, describe(errors[0])
        if not late:
            return None, "%s.move put nothing into ret_val" % self.name
        while True:  # it is too late for an answer, until the league says that it waits no longer
            words = self.messages.get()
            if words[0] == "quit":
                os._exit(0)
            if words[0] == "stop":
                return None, "no move in time"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print("usage: python3 bot.py FILE CLASS", file=sys.stderr)
        sys.exit(2)
    Engine(sys.argv[1], sys.argv[2]).run()
