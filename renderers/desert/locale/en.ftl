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
desert-sign-open = { $name }: number of units
desert-sign-closed = { $name }: unrevealed stack
desert-mark-fires = may fire
desert-mark-quiet = quiet
desert-mark-under = under fire
desert-mark-held = held off
desert-mark-must = must be assaulted
desert-mark-retreated = retreated units alone
desert-mark-struck = not assaulted
desert-mark-resolved = assault resolved
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
desert-prompt = { $step ->
    [position] Place each of your guns in contact forward or back.
    [firing] Say which of your guns stay quiet.
    [plan] Plan your barrages: a target or HOLD for each gun that fires.
    [apply] Take the losses from the enemy's barrages.
    [retreat] You may retreat before assault.
    [assign] { $phasing ->
        [yes] Assign your units in combat: anti-armour, close assault with a hex each, or withheld.
       *[no] Assign your units in combat: anti-armour, close assault, or withheld.
    }
    [aa_pick] Choose the next hex for anti-armour fire, or say done.
    [aa_loss] Choose the points that the enemy's anti-armour fire destroys.
    [ca_pick] { $phasing ->
        [yes] Choose the next assault.
       *[no] The enemy chooses their next assault.
    }
    [ca_retreat] Retreat or stand.
    [ca_loss] Choose what the assault costs you.
    [ca_captured] Choose which of your lost points the enemy has captured.
    [ca_place] Place what you have captured.
    [obligations] Retreat the stacks whose obligation was not met.
   *[move] Move your units.
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
    [ca_loss] choose what the assault costs you
    [ca_captured] choose what is captured of your losses
    [ca_place] place what you have captured
    [obligations] retreat the stacks whose obligation was not met
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
   *[move] Otherwise nobody moves.
}
desert-told = { $step ->
    [retreat] Afterwards the enemy learns which hexes are empty and which are occupied.
    [aa_pick] The enemy learns the hex and the damage.
    [ca_pick] The enemy learns which hexes are assaulted.
    [ca_retreat] The enemy learns where your units went.
    [ca_place] The enemy does not learn where.
    [obligations] The enemy sees the stacks move.
   *[other] Nobody learns anything until both have answered.
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
   *[move] Without an answer, or with auto: nobody moves.
}

# What is asked, in figures: $unit a unit, $n, $raw, $chosen numbers, $pool and $units lists.

desert-ask-more = { $parts } and { $n } more
desert-ask-points = { $unit } { $n } { $kind } worth { $rating } each
desert-ask-nothing = You have nothing to choose: say ok.
desert-ask-guns = { $units ->
    [none] You have no guns in contact: say ok.
   *[other] Your guns in contact: { $units }.
}
desert-ask-gun = { $unit } in { $hex } ({ $where ->
    [forward] forward
    [back] back
   *[none] no position yet
})
desert-ask-firers = { $units ->
    [none] None of your units can fire: say ok.
   *[other] Able to fire: { $units }.
}
desert-ask-firer = { $unit } in { $hex } ({ $has ->
    [ship] a ship
   *[other] ammo { $has }, needs { $needs }
}{ $quiet ->
    [yes] , quiet
   *[no] {""}
})
desert-ask-plans = { $units ->
    [none] None of your guns fires in this segment: say ok.
   *[other] They fire: { $units }.
}
desert-ask-plan = { $unit } { $where ->
    [forward] forward in
    [back] back in
   *[none] in
} { $hex } ({ $has ->
    [ship] a ship, { $actual } actual points
   *[other] { $raw } raw = { $actual } actual points, ammo { $has }, needs { $needs }
}{ $target ->
    [none] ; no target yet
    [hold] ; holds
   *[other] ; at { $target }
})
desert-ask-due = { $unit } must lose { $n } { $what ->
    [points] of its points
   *[trucks] of its trucks
} ({ $has }); chosen so far: { $chosen }.
desert-ask-lost = Lost without a choice: { $what }.
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
desert-ask-unit = { $unit } in { $hex } ({ $toe }, ammo { $has })
desert-ask-left = Left: { $parts }.
desert-ask-armour = In { $hex } the damage is { $damage }: the armour of what you lose must { $exceed ->
    [exceed] exceed it
   *[meet] be at least that
}, or all is lost; chosen so far: { $chosen }. You may take { $pool }.
desert-ask-assault = { $targets }: { $units }{ $held ->
    [yes] {""} (held off: it may be declined)
   *[no] {""}
}.
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
desert-ask-goal = { $hex } ({ $far ->
    [one] { $far } hex
   *[other] { $far } hexes
}{ $forced ->
    [yes] {""}
   *[no] , loss { $percent } %
})
desert-ask-stand = Standing: loss { $percent } %.
desert-ask-toll = You lose { $raw } raw points; your choice absorbs { $chosen } so far. You may take { $pool }.
desert-ask-shares = Shares of the hexes: { $hexes }.
desert-ask-share = { $hex } { $percent } %
desert-ask-vulnerable = Your guns that are exposed lose { $raw } points of vulnerability; your choice is worth { $chosen } so far. You may take { $pool }.
desert-ask-captive = Of your lost points, { $raw } raw points are captured; your choice is worth { $chosen } so far. You may give { $pool }.
desert-ask-bring = Still to place, at most 3 hexes from { $hexes }: prisoner points { $prisoners }, captured points { $points }.
desert-ask-places = Open to you: { $hexes }.
desert-ask-owing = { $enemy } had to be assaulted and was not: the units in { $hex } retreat to a hex exactly { $n } from it. Open to them: { $hexes }.
desert-ask-move = { $units ->
    [none] None of your units can move: say ok.
   *[other] CPA, and CP spent in this stage: { $units }.
}
desert-ask-pace = { $unit } { $cpa }{ $spent ->
    [0] {""}
   *[other] {" "}({ $spent } spent)
}
desert-ask-zones = In enemy zones of control: { $hexes }.

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
