# The pictures and boards of desert. $name: a player. $hex: C3. $step: the prompt that is open. $segment, $stage: from 1.

desert-step = { $step ->
    [seating] waiting for players
    [position] guns forward or back
    [firing] who fires
    [plan] barrage plans
    [apply] barrage losses
    [retreat] retreat before assault
    [assign] assignment
    [aa_pick] anti-armour fire
    [aa_loss] anti-armour losses
    [ca_pick] close assault
    [ca_retreat] retreat or stand
    [ca_loss] assault losses
    [ca_captured] captured points
    [ca_place] placing captured points
    [obligations] forced retreat
    [move] movement
    [paper] what the enemy declares
   *[over] the end
}
desert-banner = { $segment ->
    [0] Desert: waiting for players
   *[other] Segment { $segment }, { $name } phasing: { desert-step }
}
desert-over = { $name ->
    [none] { $reason ->
        [over] The segment is over, without a score
        [agreed] The game is over: a draw was agreed
       *[other] The game is over: a draw
    }
   *[other] { $reason ->
        [destroyed] { $name } has won: the enemy has no combat unit left
        [resigned] { $name } has won: the enemy has resigned
       *[score] { $name } has won on points
    }
}
desert-last = Last: { $what ->
    [barrage] barrages on { $hexes }.
    [notice] retreats before the assault left or entered { $hexes }.
    [aa] anti-armour fire at { $hexes }.
    [assault] close assault on { $hexes }.
    [stand] the units in { $hexes } stood.
    [retreat] units retreated, { $hexes }.
   *[move] movement left or entered { $hexes }.
}
desert-status = { $segment ->
    [0] { $title }
   *[other] { $title } · { $stages ->
        [0] one segment
       *[other] stage { $stage } of { $stages } · segment { $segment }
    } · phasing: { $name }
}
desert-score = Score: { $points }
desert-terrain = { $terrain ->
    [clear] clear
    [sand] sand
    [rough] rough
    [hill] hill
   *[other] { $terrain }
}
desert-hexside = { $kind ->
    [river] river
    [wadi] wadi
    [ridge] ridge
    [escarpment] escarpment (strokes point downhill)
   *[other] { $kind }
}
desert-works-fort = Fort { $level }
desert-works-city = City { $level }
desert-works-air = Airfield { $level }
desert-is-coastal = on the coast
desert-is-road = road
desert-is-track = track
desert-is-railroad = railroad
desert-worth = { $name ->
    [none] { $points } VP (held by nobody)
   *[other] { $points } VP (held by { $name })
}
desert-key-stack = { $name }: stack
desert-key-contact = contact
desert-key-watched = enemy zone of control, as far as you know
desert-sign-closed = unseen
desert-goal = Goal: more VP at the end. ★ and enemy losses give VP.
desert-you = (you)
desert-at-paper = at the paper map
desert-sign-values = offence, defence, slowest
desert-mark-fires = may fire
desert-mark-quiet = quiet
desert-mark-under = under fire
desert-mark-held = held off
desert-mark-must = must be assaulted
desert-mark-retreated = retreated units alone
desert-mark-struck = not assaulted
desert-mark-resolved = assault resolved
desert-question = { $names ->
    [none] {""}
   *[other] { $names }:{" "}
}{ desert-asks }
desert-side = { $side ->
    [axis] Axis
    [cw] Commonwealth
   *[other] { $side }
}
desert-brief = { $title } · { $stages ->
    [0] one segment
   *[other] stage { $stage } of { $stages } · segment { $segment }
}
desert-phase = { $phase ->
    [position] Position
    [plan] Plan
    [barrage] Barrage
    [retreat] Retreat
    [assign] Assign
    [aa] Anti-armour
    [assault] Assault
   *[close] Close
}
desert-points = { $points } VP
desert-holds = { $held ->
    [none] holds nothing
   *[other] holds { $held }
}{ $bonus ->
    [0] {""}
   *[other] , bonus { $bonus }
}
desert-key-thrust = assault
desert-key-shells = barrage: P pinned, a number: points lost
desert-key-trail = has gone there
desert-mark-ship = warship
desert-mark-dump = dump
desert-mark-wreck = wrecks
desert-mark-prisoner = prisoners
desert-note-grid = Hexes: { $grid }.
desert-hex = { $hex }: { $facts }
desert-stack = { $units ->
    [none] a stack of { $name }
   *[other] { $name }: { $units }
}
desert-ship = warship { $unit } of { $name }, guns { $gun }
desert-dump = { $real ->
    [yes] dump { $dump } ({ $stocks })
   *[no] dummy dump { $dump }
}
desert-wreck = destroyed tanks of { $name }: { $points }
desert-between = { $kind ->
    [escarpment] { $a }-{ $b }: escarpment, { $up } is high
   *[other] { $a }-{ $b }: { desert-hexside }
}
desert-touch = { $zoc ->
    [yes] { $own } touches { $enemy }, whose zone of control covers it
    [no] { $own } touches { $enemy }, without zone of control
   *[unknown] { $own } touches { $enemy }
}
desert-controlled = In enemy zones of control: { $hexes }
desert-attack = { $origins ->
    [none] Assault on { $targets }
   *[other] Assault on { $targets } from { $origins }
}: { $status ->
    [waiting] waiting
    [declined] declined
    [resolved] resolved
    [struck] struck
   *[void] void
}{ $held ->
    [yes] , held off
   *[no] { "" }
}
desert-damage = Anti-armour fire in { $hex }: { $defender } on the defender, { $attacker } on the attackers
desert-short = { $name }: { $hexes }
desert-table-units = Your units
desert-table-targets = Targets of yours
desert-table-marks = Your units as the enemy knows them
desert-table-fired = What your barrages have done
desert-table-suffered = What the enemy's barrages have done
desert-table-outward = What there is to fire at in the hexes of { $name }
desert-table-by = What the barrages of { $name } have done
desert-table-on = What { $name } has suffered by barrages
desert-total = total
desert-outward-hexes = Hexes in contact: { $hexes }
desert-outward-held = Held off: { $hexes }
desert-outward-made = Assaults made: { $hexes }
desert-table-assault = Assault on { $targets }
desert-head-unit = Unit
desert-head-hex = Hex
desert-head-kind = Kind
desert-head-points = Points
desert-head-spent = CP
desert-head-cohesion = Coh.
desert-head-morale = Mor.
desert-head-ammo = Ammo
desert-head-state = State
desert-head-target = Target
desert-head-class = Class
desert-head-known = Known as
desert-head-barrage = No.
desert-head-actual = Points
desert-head-dice = Dice
desert-head-result = Result
desert-head-pinned = Pinned
desert-head-lost = Lost
desert-head-trucks = Trucks
desert-head-assault = Totals and modifiers
desert-head-attacker = Attacker
desert-head-defender = Defender
desert-row-raw = Raw points
desert-row-actual = Actual points
desert-row-basic = Basic differential
desert-row-terrain = Terrain
desert-row-strength = Raw strength
desert-row-composition = Defenders without a defensive rating
desert-row-size = Size ({ $attacker } against { $defender })
desert-row-morale = Morale ({ $attacker } against { $defender })
desert-row-adjusted = Adjusted differential
desert-overrun = overrun
desert-kind = { $kind ->
    [inf] infantry
    [mg] machine guns
    [hw] heavy weapons
    [tank] tanks
    [recce] recce
    [gun] guns
    [engineer] engineers
    [hq] HQ
    [truck_convoy] trucks
    [dummy_tank] dummy tanks
    [warship] warship
   *[other] { $kind }
}
desert-state = { $state ->
    [forward] forward
    [back] back
    [pinned] pinned
    [engaged] engaged
    [contact] in contact
    [retreated] retreated
   *[broken] broken
}
desert-prisoners = { $n } prisoner points in { $hex }
desert-guards = { $n } guard points in { $hex }
desert-replacements = { $n } { $kind } captured for { $unit }, in { $hex }
desert-beyond = { $step ->
    [plan] A target or HOLD for each gun that fires.
    [assign] { $phasing ->
        [yes] Anti-armour, close assault with a hex each, or withheld.
       *[no] Anti-armour, close assault, or withheld.
    }
    [aa_pick] Or say done.
    [ca_pick] { $phasing ->
        [yes] {""}
       *[no] The enemy chooses the next assault.
    }
   *[other] {""}
}
# What is asked, as everybody may know it: it goes on behind a name; …-asks-else: what happens without an answer.
desert-asks = { $step ->
    [position] place your guns in contact forward or back
    [firing] say which of your guns stay quiet
    [plan] plan your barrages
    [apply] take the losses of the barrages
    [retreat] say what retreats before the assault
    [assign] assign your units in combat
    [aa_pick] choose the next hex for anti-armour fire
    [aa_loss] choose your losses by anti-armour fire
    [ca_pick] choose the next assault
    [ca_retreat] retreat or stand
    [ca_loss] choose what the assault on { $hexes } costs
    [ca_captured] choose what is captured of the losses at { $hexes }
    [ca_place] place what was captured at { $hexes }
    [obligations] retreat the stacks whose obligation was not met
    [paper] type what the enemy declares
   *[move] move your units
}
desert-asks-else = { $step ->
    [position] Otherwise they stand as before, new ones back.
    [firing] Otherwise nobody fires.
    [plan] Otherwise nobody fires.
    [apply] Otherwise the cheapest losses are taken.
    [retreat] Otherwise nobody retreats.
    [assign] Otherwise defenders assault, attackers as few as they must.
    [aa_pick] Otherwise all hexes follow in order.
    [aa_loss] Otherwise the cheapest losses are taken.
    [ca_pick] Otherwise the first one in order.
    [ca_retreat] Otherwise they retreat the full distance.
    [ca_loss] Otherwise the cheapest losses are taken.
    [ca_captured] Otherwise the referee chooses.
    [ca_place] Otherwise the nearest hexes are taken.
    [obligations] Otherwise the referee retreats them.
    [paper] Otherwise the enemy declares nothing.
   *[move] Otherwise nobody moves.
}
desert-told = { $step ->
    [position] Nobody is ever told where guns stand.
    [firing] Once both have answered, the enemy is told your hexes in contact, the quiet ones marked, and nothing else.
    [plan] Once both have answered, the enemy reads which of their units was hit, with how many points and what came of it: never who fired, from where, or who held.
    [apply] The enemy knows already how many points each target loses, by its name in their list; they are told nothing more.
    [retreat] Afterwards the enemy learns which hexes are empty and which are occupied, not who went.
    [assign] { $phasing ->
        [yes] The enemy learns of each assault when you pick it, and never who is withheld.
       *[no] The enemy is not told who defends.
    }
    [aa_pick] The enemy learns the hex and the damage.
    [aa_loss] The enemy learns neither kinds nor numbers of what you lose.
    [ca_pick] The enemy learns which hexes are assaulted.
    [ca_retreat] The enemy learns where your units went.
    [ca_loss] The enemy learns neither kinds nor numbers of what you lose, only what is captured of it.
    [ca_captured] The enemy learns kinds and numbers of what is captured.
    [ca_place] The enemy does not learn where.
    [obligations] The enemy sees the stacks move.
    [paper] The enemy is at the paper map: show them “board handout”, and nothing else.
   *[move] Once both have answered, the enemy sees which hexes have stacks now, not who moved.
}
desert-default = { $step ->
    [position] Without an answer, or with auto: as before, new ones back.
    [firing] Without an answer, or with auto: nobody fires.
    [plan] Without an answer, or with auto: nobody fires.
    [apply] Without an answer, or with auto: the referee takes the cheapest losses.
    [retreat] Without an answer, or with auto: nobody retreats.
    [assign] Without an answer, or with auto: defenders to close assault, attackers as few as they must.
    [aa_pick] Without an answer: all hexes in order.
    [aa_loss] Without an answer, or with auto: the referee takes the cheapest losses.
    [ca_pick] Without an answer: the first one in order.
    [ca_retreat] Without an answer: the full distance towards the nearest own dump or city.
    [ca_loss] Without an answer, or with auto: the referee takes the cheapest losses.
    [ca_captured] Without an answer, or with auto: the referee chooses.
    [ca_place] Without an answer, or with auto: the nearest legal hexes.
    [obligations] Without an answer: the referee retreats them.
    [paper] Without an answer, or with auto: the enemy declares nothing.
   *[move] Without an answer, or with auto: nobody moves.
}

# What is asked, in figures: $n, $raw, $chosen, $left numbers; $units, $hexes, $parts lists. What can be chosen stands in the tables below.

desert-ask-more = { $parts } and { $n } more
desert-ask-nothing = { $step ->
    [position] Positions: you have no guns in contact.
    [firing] Who fires: none of your units can.
    [plan] Barrage plans: none of your guns fires in this segment.
    [apply] Losses by barrage: there is nothing for you to choose.
    [assign] Assignment: none of your units can fight.
    [aa_loss] Losses by anti-armour fire: you have none to choose.
    [ca_loss] Losses of this assault: you have none to choose.
   *[move] Movement: none of your units can move.
} { $alone ->
    [yes] Say ok.
   *[no] Say ok: both are always asked, so that nobody learns who had to choose.
}
desert-ask-guns = { $left ->
    [none] Each of your guns in contact has a position.
   *[other] Your guns in contact without a position: { $left }.
}
desert-ask-firers = { $n ->
    [one] One of your units can fire.
   *[other] { $n } of your units can fire.
} { $quiet ->
    [none] All of them will.
   *[other] Quiet: { $quiet }.
}
desert-ask-plans = { $n ->
    [one] One of your units fires.
   *[other] { $n } of your units fire.
} { $idle ->
    [none] Each has a target or holds.
   *[other] Neither target nor HOLD yet: { $idle }.
}
desert-ask-due = { $unit } must lose { $n } { $what ->
    [points] of its points
   *[trucks] of its trucks
}; chosen so far: { $chosen }.
desert-ask-free = { $units ->
    [none] No unit next to the enemy can retreat.
   *[other] Next to the enemy, without a limit of CP: { $units }.
}
desert-ask-four = { $units ->
    [none] {""}
   *[other] At most 4 CP, or one hex: { $units }.
}
desert-ask-break = CP to break off before the first hex: { $units }.
desert-ask-must = These hexes must be assaulted: { $hexes }.
desert-ask-held = Held off, so that you may leave them: { $hexes }.
desert-ask-withheld = { $units ->
    [none] No unit that could fight is withheld.
   *[other] Withheld so far: { $units }.
}
desert-ask-left = Left: { $parts }.
desert-ask-armour = In { $hex } the damage is { $damage }: the armour of what you lose must { $exceed ->
    [exceed] exceed it
   *[meet] be at least that
}, or all is lost; chosen so far: { $chosen }.
desert-ask-fall = { $forced ->
    [yes] All units in { $hex } must retreat { $n ->
        [one] { $n } hex
       *[other] { $n } hexes
    }, or as far as they can.
   *[no] The units in { $hex } are to retreat { $n ->
        [one] { $n } hex
       *[other] { $n } hexes
    }; each that they do not walk costs 10 % more.
}
desert-ask-goals = { $hexes ->
    [none] There is no hex for all of them together.
   *[other] Open to them: { $hexes }.
}
desert-ask-toll = At { $hexes } you must lose at least { $raw } raw points: { $chosen } are chosen, { $left } still to be chosen.
desert-ask-vulnerable = Your exposed guns must lose { $raw } points of vulnerability: { $chosen } are chosen.
desert-ask-captive = Of your lost points, { $raw } raw points are captured: { $chosen } are chosen.
desert-ask-bring = Still to place, at most 3 hexes from { $hexes }: prisoner points { $prisoners }, captured points { $points }.
desert-ask-places = Open to you: { $hexes }.
desert-ask-owing = { $enemy } had to be assaulted and was not: the units in { $hex } retreat to a hex exactly { $n } from it. Open to them: { $hexes }.
desert-ask-move = { $units ->
    [none] Nobody moves so far.
   *[other] Moving so far: { $units }.
}
desert-ask-zones = In enemy zones of control: { $hexes }.

# The umpire's sheet: its tables, and what can be written. A line of desert-choices is what is typed, " = ", and what it means.
# $cp: what fighting costs this side; $hit: being barraged; $shells, $shots, $infantry, $others: ammunition for a point; $off,
# $engaged: CP to break off.

desert-table-choices = What you can write
desert-sheet-position = Your guns in contact: { $n }
desert-sheet-firing = Units that can fire: { $n }, quiet { $quiet }
desert-sheet-fires = fires
desert-sheet-quiet = quiet
desert-sheet-plan = Units that fire: { $n }, without target or HOLD { $idle }
desert-sheet-holds = holds
desert-sheet-targets = Targets that they reach
desert-sheet-held = { $held ->
    [yes] held off: { $points } > { $more }
   *[no] { $points }, needs > { $more }
}
desert-sheet-apply = Your losses by barrage
desert-sheet-itself = { $what } (no choice)
desert-sheet-trucks = { $n ->
    [one] 1 truck
   *[other] { $n } trucks
}
desert-sheet-retreat = Your units, and what a retreat costs
desert-sheet-move = Your units, and what a move costs
desert-sheet-way = { $way } ({ $cp } CP{ $cohesion ->
    [0] {""}
   *[other] , cohesion −{ $cohesion }
})
desert-sheet-fixed = cannot
desert-sheet-assign = Your units in combat
desert-sheet-cannot = { $code ->
    [E-PIN] pinned
    [E-BACK] back: withheld
    [E-RETREATED] retreated: withheld
   *[other] cohesion: withheld
}
desert-sheet-fronts = Enemy hexes, and the raw points that you send there
desert-sheet-front = { $mark ->
    [must] must be assaulted
    [held] held off
    [retreated] retreated units alone
   *[free] free choice
}
desert-sheet-calling = Hexes left, with your anti-armour fire
desert-sheet-armour = Anti-armour damage in { $hex }: { $damage }; lose armour { $exceed ->
    [exceed] of more than that
   *[meet] of that at least
}
desert-sheet-assaults = Your assaults
desert-sheet-combat = Your hexes in combat
desert-sheet-status = { $status ->
    [waiting] waiting
    [declined] declined
    [resolved] resolved
    [struck] struck
   *[void] void
}{ $held ->
    [yes] , held off
   *[no] {""}
}
desert-sheet-fall = From { $hex }, a retreat of { $n ->
    [one] 1 hex
   *[other] { $n } hexes
}
desert-sheet-city = city
desert-sheet-toll = Lose at least { $raw } raw points at { $hexes }
desert-sheet-guns = Guns: lose at least { $raw } points of vulnerability at { $hexes }
desert-sheet-chosen = chosen
desert-sheet-spared = { $why ->
    [gun] guns: in an overrun only
   *[withheld] withheld
}
desert-sheet-shares = Shares of the hexes, in percent
desert-sheet-captured = Captured of what you lost: at least { $raw } raw points
desert-ask-paper = { $what ->
    [contact] Which enemy stacks are beside yours? Write “enemy { $hex } zoc”, or “enemy { $hex }” without a zone of control. Those of before are still there: “gone { $hex }” removes one. If the map here is not yours: “ground { $hex } { $terrain }”, “ground { $hex } fort 1”, “side { $hex } { $mine } { $side }”.
    [targets] Show the enemy your hexes. What do they list in theirs (“target { $hex } Inf 2”, “ship { $hex } Kestrel”), and at which of yours do they fire (“under { $mine }”)?
    [barrage] What do the enemy's barrages do? { $target ->
        [none] They have no target of yours.
       *[other] Write “hit { $target } lost 1”, “hit { $target } trucks 1”, “hit { $target } pinned”.
    }{ $phasing ->
        [yes] {""}
       *[no] {" "}If they hold a hex off, “held { $mine }”.
    }
    [moves] Which enemies retreat before the assault? Write “gone { $hex }”, and “enemy { $to }” if one has come beside you.
    [damage] What damage does the enemy do to you? Write “damage { $hex } 3” for each hex: { $hexes }.
    [calls] Which of your hexes does the enemy call? Write “damage { $mine } 3” for each, with their damage to you.
    [assault] Which assault does the enemy make next? Write “assault { $mine } { $hex }”, yours first, or “ok” if they make no more.
    [strength] What does the enemy have in { $hexes }? Write “strength 4 raw 38 size 1 morale -1”, or “nobody”.
    [fall] The enemy in { $hexes } is to retreat { $n ->
        [one] { $n } hex
       *[other] { $n } hexes
    }: where to? Write “retreat { $hex } { $to }”, “gone { $hex }” if it cannot go and is lost, or “ok” if it stands.
    [base] From how many raw points are the enemy's losses counted? From { $n }, unless units that are pinned or have retreated there add to them, and in an overrun all others. Write “base { $hex } 40” for each hex ({ $hexes }), or “ok”.
   *[left] Is anybody left in { $hexes }, and what is captured of the enemy? Write “gone { $hex }” if nobody is, and “captured { $kind } 1”, or “ok”.
}
desert-sheet-declared = Declared so far
desert-sheet-bring = To be placed, at most 3 hexes from { $hexes }
desert-sheet-prisoners = prisoner points
desert-sheet-guarding = guards
desert-sheet-owing = { $hex } must go, for { $enemy }: cohesion −3, and the rest of their CP
desert-head-fire = Raw = actual
desert-head-before = Before
desert-head-sheet = On the sheet
desert-head-where = Position
desert-head-needs = Needs
desert-head-held = Held off
desert-head-reach = Reached by
desert-head-has = Has
desert-head-each = Each
desert-head-lose = Lose
desert-head-gun = Lose
desert-head-give = Give
desert-head-worth = Worth
desert-head-called = In the enemy's list
desert-head-due = Must lose
desert-head-base = Base
desert-head-wanted = Wanted
desert-head-taken = Chosen
desert-head-cpa = CPA
desert-head-free = Free
desert-head-break = Break off
desert-head-to = To
desert-head-far = Hexes
desert-head-cp = CP
desert-head-city = City
desert-head-ignored = Not walked
desert-head-loss = Loss
desert-head-n = Points
desert-head-antiarmour = AA
desert-head-off = Off
desert-head-def = Def
desert-head-mark = Status
desert-head-own = Touched by
desert-head-raw = Raw
desert-head-units = Units
desert-head-from = From
desert-head-what = What
desert-head-left = Left
desert-head-order = You write
desert-head-meaning = What it means
desert-choices = { $step ->
    [position]
        pos GUN fwd = may fire together with others, fire anti-armour and assault; loses points to vulnerability in an assault
        pos GUN back = fires alone at one target, does nothing else; safe unless overrun
        pos all back = all of them
        ok = these positions, until the next segment
    [firing]
        quiet UNIT = does not fire: saves { $shells } ammunition a point; a hex with quiet units alone is marked so
        quiet HEX, fire HEX = all units of the hex
        ok = all others fire: every unit of a hex that fires pays { $cp } CP
    [plan]
        bar TARGET: A+B ; C = two barrages on a target, of A and B together, and of C: { $shells } ammunition a point
        aim A+B TARGET = the same by unit: Forward units together, each Back unit alone
        hold UNIT = no target; saves its ammunition
        drop UNIT, clear = out of its barrage; an empty plan
        show = the plan with all that follows
        ok = this plan
    [apply]
        lose UNIT KIND N = so many points of a unit with several kinds
        truck UNIT CARGO N = so many trucks, as evenly as possible over the cargoes
        ok = these losses
    [retreat]
        rba UNIT HEX-HEX = a way, its start first: the unit neither fires nor defends in this segment; { $off } CP to break contact, { $engaged } if Engaged
        blow UNIT DUMP = tries to blow a dump up for a third of its CPA, and must then leave
        none, ok = nobody; these ways
    [assign]
        { $phasing ->
            [yes] ca UNIT HEX = assaults: { $infantry } ammunition a point of infantry, { $others } of others; every unit of its hex pays { $cp } CP ({ $probe } for a probe)
           *[no] ca UNIT = defends: { $infantry } ammunition a point of infantry, { $others } of others; every unit of its hex pays { $cp } CP
        }
        { $phasing ->
            [yes] ca UNIT KIND N HEX+HEX = some points; two hexes that touch each other and your own
           *[no] ca UNIT N = some points, the others must fire anti-armour
        }
        aa UNIT { $phasing ->
            [yes] HEX
           *[no] {""}
        } = fires anti-armour: { $shots } ammunition a point
        hold UNIT = withheld: costs nothing, is not hit by anti-armour fire
        ok = this assignment
    [aa_pick]
        aa HEX = both sides fire there now, with what they have
        done = your other fire is waived, the defender's is not
    [aa_loss]
        lose UNIT KIND N = so many points are destroyed where they stand
        ok, auto = these; as few as possible
    [ca_pick]
        { $phasing ->
            [yes] assault HEX = this assault is fought to its end, before the next
           *[no] strike HEX = an assault on a held-off hex is off the list, if the enemy has declined it
        }
        { $phasing ->
            [yes] decline HEX = an assault on a held-off hex is not made
           *[no] resign = give the game up
        }
    [ca_retreat]
        retreat HEX TO = all units of the hex go there, by the cheapest way
        stand HEX = they stay; each hex that is not walked costs 10 % more, but in a major city
    [ca_loss]
        lose UNIT N = so many points absorb the loss
        gun UNIT N = so many gun points are lost to their vulnerability
        ok, auto = these; as few as possible
    [ca_captured]
        give UNIT N = so many of the lost points are captured
        ok, auto = these; the referee chooses
    [ca_place]
        pow N HEX = so many prisoner points are brought there
        repl N KIND UNIT HEX = captured points wait there for a unit
        guard UNIT N = so many of its infantry points become guards
        ok, auto = these places; the nearest
    [obligations]
        retreat HEX TO = all units of the hex go there: their CP are spent, cohesion −3
    [paper]
        { $what ->
            [contact] enemy HEX+HEX zoc = stacks whose zone of control covers yours; without zoc: stacks without one
            [targets] target HEX CLASS N = N targets of a class (Inf, Tank, Arty, Dump)
            [barrage] hit TARGET lost N = what the enemy's barrage does to your unit; also trucks N, and pinned
            [moves] gone HEX+HEX = no enemy is left there
            [damage] damage HEX N = the damage that the enemy's fire does to you there
            [calls] damage HEX N = the enemy calls fire at this hex of yours: your damage, 0 if none
            [assault] assault HEX+HEX FROM+FROM = the enemy assaults one hex or two of yours, from theirs
            [strength] strength N raw RAW size SIZE morale M = the enemy's actual and raw points, size of the largest unit, final morale
            [fall] retreat HEX TO = the enemy's stack goes there
            [base] base HEX N = raw points of all that can be lost there, with pinned and retreated units
           *[left] gone HEX = no enemy is left there
        }
        { $what ->
            [contact] gone HEX = no stack is left there
            [targets] ship HEX NAME, under HEX+HEX = a warship there; the enemy fires at these hexes of yours, whose targets get names for the enemy
            [barrage] held HEX+HEX = the enemy holds off these hexes of yours
            [moves] enemy HEX = an enemy has retreated there
            [strength] nobody = the enemy has assigned nobody
            [fall] gone HEX = it cannot go, and is lost
            [left] captured KIND N = N of their points are captured
           *[other] clear = takes it all back
        }
        ground HEX TERRAIN, ground HEX fort N = your map: also city, air, road, rail N, or 0
        side HEX HEX KIND = the hexside, high hex first, or none
        ok = { $what ->
            [fall] they stand, if nothing is typed
           *[other] that is all
        }
   *[move]
        move UNIT HEX-HEX = a way without its start; CP over what is free cost 1 cohesion each; { $off } CP to break contact, { $engaged } if Engaged
        move ROMMEL with UNIT = the leader goes along
        stay UNIT, none = takes it back; nobody moves
        ok = these moves
}

# A roll that the players throw themselves. $cause: the second word of its key. $place: the third: hexes, or a unit. $what:
# the fourth: a target's outward name, a dump, or the side.
desert-throw = { $cause ->
    [barrage] the barrage on { $what } in { $place } (two dice, the large one first)
    [truck] the trucks of { $what } in { $place }, whether there are any or not (two dice, the large one first)
    [blow] the demolition of { $what } by { $place } (one die)
    [aa] the anti-armour fire of the { $what ->
        [att] phasing side into
       *[def] other side in
    } { $place } (two dice, the large one first)
    [morale] the morale of the { $what ->
        [att] attacker of
       *[def] defender of
    } { $place } (two dice, the large one first)
    [assault] the result of the { $what ->
        [att] attacker of
       *[def] defender of
    } { $place } (two dice, the large one first)
   *[captured] the captured points of the { $what ->
        [att] attacker of
       *[def] defender of
    } { $place } (one die)
}, segment { $segment }

# What is looked up: charts, ratings, rulings. $block: a block of a chart file; $half: attacker or defender.

desert-charts-source = Charts: { $id }, SHA-256 { $sha }…
desert-chart-points = { $raw ->
    [yes] Raw
   *[no] Points
}
desert-chart-barrage = Barrage on { $block ->
    [infantry] infantry
    [armor] armour
    [gun] guns
    [truck] trucks
    [ship] ships
    [fortification] fortifications and cities
    [road] roads
    [railroad] railroads
    [supply_dump] supply dumps (percent)
   *[air_facility] airfields (levels)
}
desert-chart-antiarmour = Anti-armour damage by dice and points (0: 1 to 4 raw; phasing: { $n } up)
desert-chart-crt = Close assault, { $half ->
    [attacker] the attacker's half
   *[defender] the defender's half
}: losses by dice, the rest by their sum (captured, R1: retreat 1); overrun from +{ $n }
desert-chart-differential = Diff.
desert-chart-captured = Cap.
desert-chart-engaged = Engaged
desert-chart-retreat = R{ $n }
desert-chart-morale = Adjustment of morale, by cohesion and dice
desert-chart-terrain = Terrain: CP, stacking points, columns
desert-chart-works = Works: columns
desert-chart-sides = Hexsides: CP added, columns
desert-chart-side = { $way ->
    [up] { $kind }, up
    [down] { $kind }, down
   *[none] { $kind }
}
desert-chart-zoc = { $blocks ->
    [yes] stops
   *[no] -
}
desert-chart-prices = CP
desert-chart-cp = { $what ->
    [attack] attacking: barrage, anti-armour, assault
    [probe] probing
    [barraged_only] being barraged and no more
    [defend] defending, or firing while not phasing
    [defend_probe] being probed
    [refund_at] final differential at which a defender pays 1 in all
    [break_contact] breaking contact
    [disengage] breaking off when Engaged
   *[blow_dump_share] blowing a dump: this part of the CPA
}
desert-chart-pace = CPA of { $what ->
    [hq] an HQ without points
   *[other] infantry on { $what } trucks
}
desert-chart-ammunition = Ammunition for a point
desert-chart-ammo = { $what ->
    [barrage] barrage
   *[antiarmour] anti-armour
}
desert-chart-ammo-assault = close assault, { $cls ->
    [default] others
   *[other] { $cls }
}
desert-chart-ammo-truck = carried by a { $kind } truck
desert-chart-prisoners = Captured share of what is lost
desert-chart-demolition = Demolition of a dump
desert-chart-sizes = Sizes, in stacking points: what the larger side gains
desert-chart-raw = Raw strength: what the stronger side gains
desert-chart-strength = { $strict ->
    [yes] more than { $ratio } times the other's
   *[no] at least { $ratio } times the other's
}
desert-chart-ratings = Ratings of a point
desert-chart-ratings-of = Ratings of the points of { $unit }
desert-chart-rulings = Rulings of this game
desert-rulings-more = What each means stands in the rules: rules DS-21.
desert-chart-head-ground = Where
desert-chart-head-foot = On foot
desert-chart-head-motorised = Motorised
desert-chart-head-stacking = Stacking
desert-chart-head-fire = Barrage
desert-chart-head-antiarmour = Anti-armour
desert-chart-head-assaults = Assault
desert-chart-head-driven = Motorised assault
desert-chart-head-zoc = ZOC
desert-chart-head-die = Die
desert-chart-head-percent = Share
desert-chart-head-larger = Larger
desert-chart-head-smaller = Smaller
desert-chart-head-gain = Gain
desert-chart-head-kind = Kind
desert-chart-head-class = Class
desert-chart-head-cpa = CPA
desert-chart-head-armour = Armour
desert-chart-head-off = Off
desert-chart-head-def = Def
desert-chart-head-vulnerability = Vulnerable
desert-chart-head-flak = Flak
desert-chart-head-ruling = Ruling
desert-chart-head-here = Here
desert-chart-head-issue = issue
desert-chart-head-book = book
desert-chart-head-options = Options
desert-head-value = Value
desert-unit-fact = { $what ->
    [hex] Hex
    [kind] Kind
    [points] Points
    [stacking] Stacking points
    [parent] Formation
    [with] Attached to
    [morale] Morale
    [cohesion] Cohesion
    [cpa] CPA − spent = free
    [ammo] Ammunition of most (at hand)
    [trucks] Trucks
    [leader] Leader in the hex
    [full] Battalions that make it full
    [guns] Guns of all
   *[state] State
}

# Dossiers: what a side may know of a fight. $what of desert-dossier-fact: which figure it is.

desert-dossier = { $what ->
    [barrage] Dossier { $n } of { $name }: barrages of segment { $segment }, on { $hexes }
    [aa] Dossier { $n } of { $name }: anti-armour fire of segment { $segment }, at { $hexes }
   *[assault] Dossier { $n } of { $name }: close assault on { $hexes }, segment { $segment }
}
desert-dossier-fact = { $what ->
    [hexes] Hexes
    [largest] Largest units
    [basic] Their morale
    [cohesion] Their cohesion
    [morale-dice] Morale dice
    [adjustment] Adjustment
    [leader] Leader with them
    [final] Morale
    [unsupported] Own tanks unsupported
    [dice] Own result dice
    [percent] Own losses
    [raw] Raw points to lose
    [retreat] Retreat of the defender
    [engaged] Engaged
    [overrun] Overrun
    [went] Retreats
    [captured] Captured share (raw points)
    [seized] Captured
    [shift] Shelter, in columns
   *[status] State
}
desert-dossier-yes = { $yes ->
    [yes] yes
   *[no] no
}
desert-dossier-own = { $what ->
    [barrage] Own units that fired
    [aa] Own anti-armour fire
   *[assault] Own units in the assault
}
desert-dossier-damage = Damage by anti-armour fire
desert-dossier-grounds = Where the terrain modifier comes from
desert-dossier-losses = Own losses
desert-dossier-lost = { $what ->
    [points] points
    [guns] guns, by vulnerability
   *[trucks] trucks
}
desert-dossier-costs = What it has cost the units that are left
