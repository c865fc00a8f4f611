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
  "plays the move after which the board is most like boards of a library that were won":
    "spielt den Zug, nach dem das Brett gewonnenen Brettern einer Sammlung am ähnlichsten ist",
  "plays the move after which patterns that were bred like the board best":
    "spielt den Zug, nach dem gezüchtete Muster das Brett am meisten mögen",
  "plays the same number of random games for each legal move, and the move that wins most of them":
    "spielt für jeden erlaubten Zug gleich viele Zufallspartien und dann den, der die meisten gewinnt",
  "like naive-mc, with games that are played by other players": "wie naive-mc, mit Partien anderer Spieler",
  "plain Monte-Carlo tree search: UCB1 and random games": "schlichte Monte-Carlo-Baumsuche: UCB1 und Zufallspartien",
  "Monte-Carlo tree search with RAVE, transpositions, priors and last good replies":
    "Monte-Carlo-Baumsuche mit RAVE, Zugumstellungen, Vorwissen und letzten guten Antworten",
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
  "the seed of every game; 0 takes the one that each game is given":
    "der Keim jeder Partie; 0 nimmt den, den jede Partie bekommt",
  "playouts for each move where no time is given": "Playouts für jeden Zug, wo keine Zeit gegeben ist",
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
  "the network: small, or the file of one": "das Netz",
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

  // Overlays
  "cluster {} of {}, cosine {:.3}": "Gruppe {1} von {2}, Kosinus {3}",
  "What {net} gives the position after each move, in percent of a win":
    "Was {1} der Stellung nach jedem Zug gibt, in Prozent eines Siegs",
  "the openings that are known are of boards of size {}": "bekannt sind nur Eröffnungen auf Brettern der Größe {1}",
  "a person has no reply table": "ein Mensch hat keine Antworttabelle",
  "{spec} has no reply to the last move in its table now":
    "{1} hat jetzt keine Antwort auf den letzten Zug in seiner Tabelle",
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
  "the board size {0} cannot be played": "auf der Brettgröße {1} kann nicht gespielt werden",
};
