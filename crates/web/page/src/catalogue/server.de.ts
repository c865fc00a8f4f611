/**
 * What the program says in English, in German: by its own words as they stand in the sources, where `{…}` is filled in. In
 * the German sentence `{1}` is the first of them, `{2}` the second. What is not here is shown in English.
 */
export const said: Readonly<Record<string, string>> = {
  // Rules
  "area; the ko may not be taken back at once; a point for White for each handicap stone":
    "Fläche; das Ko darf nicht sofort zurückgeschlagen werden; ein Punkt für Weiß je Vorgabestein",
  "territory and prisoners; nothing in seki": "Gebiet und Gefangene; nichts im Seki",
  "as Japanese": "wie die japanischen",
  "area; no position may come back with the same player to move":
    "Fläche; keine Stellung darf mit demselben Spieler am Zug wiederkehren",
  "area; suicide allowed; no position may come back with the same player to move":
    "Fläche; Selbstmord erlaubt; keine Stellung darf mit demselben Spieler am Zug wiederkehren",
  "area; suicide allowed; no position may come back; every stone on the board counts as alive":
    "Fläche; Selbstmord erlaubt; keine Stellung darf wiederkehren; jeder Stein auf dem Brett gilt als lebend",
  "area; the ko may not be taken back at once": "Fläche; das Ko darf nicht sofort zurückgeschlagen werden",
  "nobody passes; prisoners, stones and surrounded points count":
    "niemand passt; Gefangene, Steine und umschlossene Punkte zählen",

  // Players
  "plays any legal move, each equally likely": "spielt irgendeinen erlaubten Zug, jeden gleich wahrscheinlich",
  "plays from left to right, row by row": "spielt von links nach rechts, Zeile um Zeile",
  "captures as much as it can, else gives its largest chain more liberties":
    "schlägt, so viel es kann, sonst gibt es seiner größten Kette mehr Freiheiten",
  "like greedy, with lots drawn between equal moves": "wie greedy, unter gleichen Zügen entscheidet das Los",
  "plays the move after which the board as it stands is worth most":
    "spielt den Zug, nach dem das Brett, wie es steht, am meisten wert ist",
  "gets as many liberties in all as it can, at any price": "holt sich um jeden Preis so viele Freiheiten wie möglich",
  "saves, captures and connects stones, and else plays anywhere":
    "rettet, schlägt und verbindet Steine, sonst spielt es irgendwo",
  "saves and captures stones, and plays thirty-two classic shapes":
    "rettet und schlägt Steine und spielt zweiunddreißig klassische Formen",
  "plays what experts like, by shapes that were learnt from their games":
    "spielt, was Meister mögen, nach Formen aus ihren Partien",
  "the first thought of a network that experts and a stronger program have taught, without search":
    "der erste Gedanke eines Netzes, das von Meistern und einem stärkeren Programm gelernt hat, ohne Suche",
  "somebody to play with, as strong as you like: the network goes wrong as people do":
    "jemand zum Spielen, so stark wie gewünscht: das Netz irrt, wie Menschen irren",
  "plays the move after which the board is most like boards of a library that were won":
    "spielt den Zug, nach dem das Brett gewonnenen Brettern einer Sammlung am ähnlichsten ist",
  "plays the move after which patterns that were bred like the board best":
    "spielt den Zug, nach dem gezüchtete Muster das Brett am meisten mögen",
  "plays the same number of random games for each legal move, and the move that wins most of them":
    "spielt für jeden erlaubten Zug gleich viele Zufallspartien und dann den, der die meisten gewinnt",
  "like naive-mc, with games that are played by other players": "wie naive-mc, mit Partien anderer Spieler",
  "plain Monte-Carlo tree search: UCB1 and random games": "schlichte Monte-Carlo-Baumsuche: UCB1 und Zufallspartien",
  "tree search by a network, or by playouts with RAVE, priors and last good replies":
    "Baumsuche mit einem Netz, oder mit Playouts samt RAVE, Vorwissen und letzten guten Antworten",
  "reads ahead by alpha-beta over score, liberties and influence":
    "liest mit Alpha-Beta voraus, nach Punkten, Freiheiten und Einfluss",
  "a network that has taught itself on 5x5, with alpha-beta on top where that is wanted":
    "ein Netz, das sich auf 5×5 selbst unterrichtet hat, auf Wunsch mit Alpha-Beta darüber",
  "a different player for the opening, the middle game and the endgame":
    "je ein anderer Spieler für Eröffnung, Mittelspiel und Endspiel",
  "lets another player move now and then": "lässt dann und wann einen anderen Spieler ziehen",
  "any program that speaks GTP, as in 'gtp:gnugo --mode gtp', or its label in engines.toml":
    "ein Programm, das GTP spricht, nach seinem Namen in engines.toml",

  // Settings of players that are often changed
  "how strong it is, in the ranks of players": "wie stark er ist, in Rängen von Spielern",
  "the seed of every game; 0 takes the one that each game is given":
    "der Keim jeder Partie; 0 nimmt den, den jede Partie bekommt",
  "simulations for each move where no time is given; 0 for 400 by a network, 8000 by playouts":
    "Simulationen für jeden Zug, wo keine Zeit gegeben ist; 0 für 400 mit Netz, 8000 mit Playouts",
  "playouts for each move where no budget is given": "Playouts für jeden Zug, wo nichts anderes gegeben ist",
  "games for each legal move where no budget is given":
    "Partien für jeden erlaubten Zug, wo nichts anderes gegeben ist",
  "how many threads search one tree": "wie viele Threads in einem Baum suchen",
  "how playouts choose their moves": "wie Playouts ihre Züge wählen",
  "which replies playouts learn: the last good ones, with forgetting (lgrf), or by win rates":
    "welche Antworten Playouts lernen: die letzten guten, mit Vergessen (lgrf), oder nach Gewinnraten",
  "the win rate below which, three moves in a row, it resigns; 0 for never":
    "die Gewinnrate, unter der es nach drei Zügen aufgibt; 0 für nie",
  "what clusters of experts' openings do: leave out other moves, or give theirs virtual wins; or an exact book":
    "was Gruppen von Meistereröffnungen tun: andere Züge weglassen, ihren gedachte Siege geben; oder ein genaues Buch",
  "visits at which the RAVE estimate weighs as much as the true one; 0 for none":
    "Besuche, bei denen die RAVE-Schätzung so viel wiegt wie die wahre; 0 für keine",
  "the weight of UCB1's exploration term": "das Gewicht des Erkundungsterms von UCB1",
  "the visits after which a move becomes a node of its own": "Besuche, nach denen ein Zug ein eigener Knoten wird",
  "MiB that the tree may take": "MiB, die der Baum belegen darf",
  "MiB of the table of positions": "MiB der Tabelle der Stellungen",
  "how many moves it reads ahead at most": "wie viele Züge es höchstens vorausliest",
  "how many moves it reads ahead": "wie viele Züge es vorausliest",
  "positions that it looks at for each move where no budget is given":
    "Stellungen, die es für jeden Zug ansieht, wo nichts anderes gegeben ist",
  "how influence is computed": "wie der Einfluss berechnet wird",
  "how far the window reaches": "wie weit das Fenster reicht",
  "whether its own eyes are spared, or filled like any point":
    "ob die eigenen Augen verschont oder wie jeder Punkt gefüllt werden",
  "pass when nothing else is left, or as one of the moves": "passen, wenn nichts anderes bleibt, oder wie jeder Zug",
  "the network: a name such as koten-epsilon, or the file of one": "das Netz",
  "the network: small, large, or the file of one": "das Netz",
  "how freely moves are drawn by their likelihood; 0 plays the likeliest":
    "wie frei Züge nach ihrer Wahrscheinlichkeit gezogen werden; 0 spielt den wahrscheinlichsten",
  "who plays the opening; nobody for the same as middle": "wer die Eröffnung spielt; niemand für denselben wie middle",
  "who plays the middle game": "wer das Mittelspiel spielt",
  "who plays the endgame; nobody for the same as middle": "wer das Endspiel spielt; niemand für denselben wie middle",
  "moves after which the opening is over; 0 for never by this": "Züge, nach denen die Eröffnung vorbei ist; 0 für nie",
  "moves after which the endgame begins; 0 for never by this": "Züge, nach denen das Endspiel beginnt; 0 für nie",
  "who plays the games": "wer die Partien spielt",
  "who plays now and then": "wer dann und wann spielt",
  "how often b plays": "wie oft b spielt",

  // Settings of players that are rarely changed
  "whether it looks on from its last stone, or from the top left":
    "ob es von seinem letzten Stein oder von links oben an weitersieht",
  "what it plays where it can capture nothing: for liberties, or anything as good as anything else":
    "was es spielt, wo es nichts schlagen kann: auf Freiheiten, oder alles ist gleich gut",
  "what an untaught table looks at around a move; none for a model":
    "was eine leere Tabelle um einen Zug ansieht; none für ein Modell",
  "how far the window may be made to reach until enough stones are seen":
    "wie weit das Fenster reichen darf, bis genug Steine zu sehen sind",
  "how many stones are enough": "wie viele Steine genug sind",
  "up to how many liberties of chains are told apart": "bis zu wie vielen Freiheiten Ketten unterschieden werden",
  "whether the point of a ko is told from other empty points":
    "ob der Punkt eines Kos von anderen leeren unterschieden wird",
  "the lines of corners that are seen whole beside the window; 0 for none":
    "Linien der Ecken, die neben dem Fenster ganz gesehen werden; 0 für keine",
  "where the values of classes are kept": "wo die Werte der Klassen liegen",
  "how many values a table has, but for a map": "wie viele Werte eine Tabelle hat, außer einer map",
  "what a full cache forgets: values near 0, what was not seen for long, or what did least good":
    "was ein voller Speicher vergisst: Werte nahe 0, lange nicht Gesehenes, oder was am wenigsten nützte",
  "changes of a value after which its steps are halved; 0 for steps that stay the same":
    "Änderungen eines Werts, nach denen seine Schritte halbiert sind; 0 für gleiche Schritte",
  "positions that are pooled before values change": "Stellungen, die gesammelt werden, ehe sich Werte ändern",
  "whether all moves that it likes better are blamed alike, or the favourites most":
    "ob alle Züge, die es lieber mag, gleich getadelt werden, oder die liebsten am meisten",
  "whether it learns from passes": "ob es vom Passen lernt",
  "whether it looks at all eight images of the board, which takes eight times as long":
    "ob es alle acht Spiegelbilder des Bretts ansieht, was achtmal so lange dauert",
  "how many of the nearest boards of the library a board is judged by":
    "nach wie vielen der nächsten Bretter der Sammlung ein Brett beurteilt wird",
  "how many moves it looks ahead; beyond one, the opponent's best answers count":
    "wie viele Züge es vorausschaut; ab dem zweiten zählen die besten Antworten des Gegners",
  "into how many cells the library is put, of which only the nearest is searched; 0 searches all of it":
    "in wie viele Fächer die Sammlung kommt, von denen nur das nächste durchsucht wird; 0 durchsucht alles",
  "how many moves of each game go into the tree that is kept":
    "wie viele Züge jeder Partie in den Baum kommen, der bleibt",
  "who plays the opponent's moves in them; nobody for the same as policy":
    "wer darin die Züge des Gegners spielt; niemand für denselben wie policy",
  "moves for each point of the board after which a game is cut short":
    "Züge je Punkt des Bretts, nach denen eine Partie abgebrochen wird",
  "whether a playout answers ataris before it looks up replies, but for policy mogo":
    "ob ein Playout auf Atari antwortet, ehe es Antworten nachschlägt, außer bei policy mogo",
  "how evenly the replies that go by win rates are drawn": "wie gleichmäßig Antworten nach Gewinnraten gezogen werden",
  "whether sequences that meet share a node": "ob Zugfolgen, die sich treffen, einen Knoten teilen",
  "whether tactics give new nodes virtual visits": "ob Taktik neuen Knoten gedachte Besuche gibt",
  "seconds of a move that may pass between it and the clock":
    "Sekunden eines Zugs, die zwischen ihm und der Uhr vergehen dürfen",
  "whether it asks more of Black, at first, in handicap games":
    "ob es in Vorgabepartien anfangs mehr von Schwarz verlangt",
  "what dynamic komi takes a handicap stone on 19x19 to be worth":
    "was dynamisches Komi einen Vorgabestein auf 19×19 wert sein lässt",
  "moves for each point until dynamic komi has gone": "Züge je Punkt, bis dynamisches Komi vergangen ist",
  "whether it stops once the leading move can't be overtaken":
    "ob es aufhört, sobald der führende Zug nicht mehr einzuholen ist",
  "how often a playout answers an atari": "wie oft ein Playout auf ein Atari antwortet",
  "how often a playout captures beside the last move": "wie oft ein Playout neben dem letzten Zug schlägt",
  "how often a playout plays the vital point of what was captured":
    "wie oft ein Playout auf den Vitalpunkt des Geschlagenen spielt",
  "how often a playout plays a 3x3 pattern by the last move":
    "wie oft ein Playout ein 3×3-Muster beim letzten Zug spielt",
  "how often a playout captures anything": "wie oft ein Playout irgendetwas schlägt",
  "from how many stones on playouts avoid self-atari, unless it kills from within":
    "ab wie vielen Steinen Playouts Selbstatari meiden, wenn es nicht von innen tötet",
  "the lead in stones beyond what is needed, as a share of the board, that ends a playout":
    "der Vorsprung an Steinen über das Nötige, als Anteil des Bretts, der ein Playout beendet",
  "virtual visits of every new move, half of them won": "gedachte Besuche jedes neuen Zugs, die Hälfte gewonnen",
  "virtual wins of a capture": "gedachte Siege eines Schlagzugs",
  "virtual wins of a rescue from atari": "gedachte Siege einer Rettung aus Atari",
  "virtual losses of a self-atari": "gedachte Niederlagen eines Selbstatari",
  "virtual wins of an atari that catches, losses of a hopeless rescue":
    "gedachte Siege eines Atari, das fängt, Niederlagen einer hoffnungslosen Rettung",
  "virtual wins of a 3x3 pattern": "gedachte Siege eines 3×3-Musters",
  "virtual wins of a move beside the last one": "gedachte Siege eines Zugs neben dem letzten",
  "virtual losses of the first two lines, wins of the third, in empty areas":
    "gedachte Niederlagen der ersten zwei Linien, Siege der dritten, in leeren Gegenden",
  "virtual wins of the move that experts are likeliest to play":
    "gedachte Siege des Zugs, den Meister am wahrscheinlichsten spielen",
  "the number of stones after which the opening is over": "die Zahl der Steine, nach der die Eröffnung vorbei ist",
  "virtual wins of a move of the nearest cluster": "gedachte Siege eines Zugs der nächsten Gruppe",
  "the clusters: default, paper-64, paper-96, or a file": "die Gruppen",
  "how freely its first moves are drawn by their visits, less and less; 0 plays the most visited":
    "wie frei die ersten Züge nach ihren Besuchen gezogen werden, immer weniger; 0 spielt den meistbesuchten",
  "visits at which RAVE weighs as much as the network, where playouts have a part; 0 for none":
    "Besuche, bei denen RAVE so viel wiegt wie das Netz, wo Playouts mitreden; 0 für nie",
  "how likely a move must be to be drawn, as a share of the likeliest":
    "wie wahrscheinlich ein Zug sein muss, um gezogen zu werden, als Anteil des wahrscheinlichsten",
  "how much a search by a network tries likely moves": "wie sehr eine Suche mit Netz wahrscheinliche Züge versucht",
  "how much worse than its node a move is thought that was not tried":
    "wie viel schlechter als sein Knoten ein unversuchter Zug gilt",
  "what points count beside winning in a search by a network":
    "was Punkte neben dem Sieg in einer Suche mit Netz zählen",
  "the part of a position's value that a playout says, and not the network":
    "der Teil des Werts einer Stellung, den ein Playout sagt und nicht das Netz",
  "whether the network looks at the board from all sides before a search":
    "ob das Netz vor einer Suche das Brett von allen Seiten ansieht",
  "the visits of a position after which the model is asked":
    "Besuche einer Stellung, nach denen das Modell gefragt wird",
  "what a point by the count of the board as it stands is worth":
    "was ein Punkt nach der Zählung des Bretts, wie es steht, wert ist",
  "what a liberty is worth": "was eine Freiheit wert ist",
  "what a point that influence says is somebody's is worth":
    "was ein Punkt wert ist, der dem Einfluss nach jemandem gehört",
  "plays any move that is worth the best one's value less this share of it":
    "spielt jeden Zug, der den Wert des besten abzüglich dieses Anteils hat",
  "positions that it looks at, at most, where no budget is given":
    "Stellungen, die es höchstens ansieht, wo nichts anderes gegeben ist",
  "MiB of the table of positions, from a depth of 2 on": "MiB der Tabelle der Stellungen, ab einer Tiefe von 2",
  "share of settled points that ends the opening; 0 for never":
    "Anteil entschiedener Punkte, der die Eröffnung beendet; 0 für nie",
  "the opening is over with so few legal points left; 0 for never":
    "die Eröffnung ist vorbei, wenn so wenige erlaubte Punkte bleiben; 0 für nie",
  "share of settled points that begins the endgame; 0 for never":
    "Anteil entschiedener Punkte, mit dem das Endspiel beginnt; 0 für nie",
  "the endgame begins with so few legal points left; 0 for never":
    "das Endspiel beginnt, wenn so wenige erlaubte Punkte bleiben; 0 für nie",
  "who plays": "wer spielt",
  "seconds after which a program that has no time limit counts as hung; 0 for what engines.toml says, or 600":
    "Sekunden, nach denen ein Programm ohne Zeitgrenze als hängend gilt; 0 für das, was engines.toml sagt, oder 600",

  // Overlays
  "cluster {} of {}, cosine {:.3}": "Gruppe {1} von {2}, Kosinus {3}",
  "What {net} gives the position after each move, in percent of a win":
    "Was {1} der Stellung nach jedem Zug gibt, in Prozent eines Siegs",
  "the openings that are known are of boards of size {}": "bekannt sind nur Eröffnungen auf Brettern der Größe {1}",
  "there is no move yet that could be replied to": "noch gibt es keinen Zug, auf den man antworten könnte",
  "nobody has a reply to the last move in a table now":
    "niemand hat jetzt eine Antwort auf den letzten Zug in einer Tabelle",
  "the network that it searches by: off, small, large, the file of one, or auto for what is best on the board":
    "das Netz, mit dem gesucht wird: off, small, large, oder auto für das beste auf dem Brett",
  "there is no network {net} here": "ein Netz {1} gibt es hier nicht",

  // Refusals
  "messages come too fast: wait a moment": "Nachrichten kommen zu schnell: einen Augenblick warten",
  "too many questions wait for their answers: wait a moment":
    "zu viele Fragen warten auf Antwort: einen Augenblick warten",
  "there is no game {0}": "eine Partie {1} gibt es nicht",
  "too many games are open: leave some and try again":
    "zu viele Partien sind offen: einige verlassen und neu versuchen",
  "this page watches too many games: leave some and try again":
    "diese Seite sieht zu vielen Partien zu: einige verlassen und neu versuchen",
  "the record has more than {0} nodes, which is too many for the page":
    "die Aufzeichnung hat mehr als {1} Knoten, zu viele für die Seite",
  "the record holds no game": "die Aufzeichnung enthält keine Partie",
  "it is the turn of {0}, not of a person": "{1} ist am Zug, kein Mensch",
  "dead stones are being marked: agree on the count, or play on":
    "tote Steine werden markiert: der Zählung zustimmen oder weiterspielen",
  "no dead stones are being marked now": "jetzt werden keine toten Steine markiert",
  "the stones are still being looked at: try again in a moment":
    "die Steine werden noch angesehen: gleich noch einmal versuchen",
  "there is no stone at {0}": "auf {1} liegt kein Stein",
  "there is no move to take back": "es gibt keinen Zug zurückzunehmen",
  "the game is over": "die Partie ist vorbei",
  "it is a person's turn": "ein Mensch ist am Zug",
  "nobody is thinking": "niemand denkt",
  "this is a record of the arena: it can be looked at, not played on":
    "dies ist eine Aufzeichnung der Arena: zum Ansehen, nicht zum Weiterspielen",
  "a number of moves is from 1 to 1000": "eine Anzahl von Zügen geht von 1 bis 1000",
  "{what} is too much: at most {most}": "{1} ist zu viel: höchstens {2}",
  "{player} may not have {param}={value} here: {reason}": "{1} darf hier {2}={3} nicht haben: {4}",
  "{0} does not rank moves": "{1} ordnet Züge nicht",
  "{0} does not say whose the points will be": "{1} sagt nicht, wem die Punkte gehören werden",
  "there is no problem {0}": "ein Problem {1} gibt es nicht",
  "there is no contest {0}": "ein Turnier {1} gibt es nicht",
  "a contest needs a name of at most 80 characters": "ein Turnier braucht einen Namen von höchstens 80 Zeichen",
  "a match is between two players, a tournament between at least two":
    "ein Wettkampf ist zwischen zwei Spielern, ein Turnier zwischen mindestens zwei",
  "{0} takes part twice": "{1} nimmt doppelt teil",
  "as many run already as may run at once: stop one of them first":
    "es laufen schon so viele, wie zugleich laufen dürfen: erst eines anhalten",
  "there is no move to review": "es gibt keinen Zug zu beurteilen",
  "the game is being reviewed already": "die Partie wird schon beurteilt",
  "{player} has no move: {reason}": "{1} hat keinen Zug: {2}",
  "{0} broke down": "{1} ist zusammengebrochen",
  "the server is closing": "der Server schließt",
  "the SGF is damaged: {0}": "das SGF ist beschädigt: {1}",
  "the SGF holds {0} games: send one of them": "das SGF enthält {1} Partien: eine davon schicken",
  "the komi {0} cannot be played: it is a number of points such as 6.5, from -1000 to 1000":
    "mit Komi {1} kann nicht gespielt werden: es ist eine Zahl von Punkten wie 6.5, von -1000 bis 1000",
  "HA[{0}] is no number of handicap stones for this board":
    "HA[{1}] ist keine Anzahl von Vorgabesteinen für dieses Brett",
  "a text board has its stones already: set no handicap":
    "ein Brett als Text hat seine Steine schon: keine Vorgabe setzen",
  "{seconds} seconds cannot be spent on a move: from 0.01 to {most} can":
    "{1} Sekunden gehen nicht für einen Zug: 0.01 bis {2} gehen",
  "a council needs at least one player": "ein Rat braucht mindestens einen Spieler",
  "a contest needs at least one game": "ein Turnier braucht mindestens eine Partie",
  "the games of a contest begin on an empty board: leave out the position to start from":
    "die Partien eines Turniers beginnen auf leerem Brett: die Stellung zu Beginn weglassen",
  "the contest {name} has stopped: {reason}": "das Turnier {1} hat angehalten: {2}",
};
