# Ambush. $unit: a walker's id. $name: a side, $role: is it the reader's (actor) or not (other)? $hex: CCRR, such as 0309.
# $facing, $direction: 0 to 5 from north, clockwise. $place: a location of a walker.

ambush-title = Ambush

ambush-facing = { $facing ->
    [0] N
    [1] NE
    [2] SE
    [3] S
    [4] SW
   *[5] NW
}
ambush-direction = { $direction ->
    [0] N
    [1] NE
    [2] SE
    [3] S
    [4] SW
   *[5] NW
}
ambush-side = { $side ->
    [front] front
    [left] left
    [right] right
   *[rear] rear
}
ambush-place = { $place ->
    [HD] head
    [CT] centre torso
    [LT] left torso
    [RT] right torso
    [LA] left arm
    [RA] right arm
    [LL] left leg
   *[RL] right leg
}
ambush-terrain = { $ground ->
    [light] light woods
    [heavy] heavy woods
    [rough] rough
    [shallow] shallow water
    [deep] deep water
    [pavement] pavement
    [ice] ice
    [hut] light building
    [house] medium building
    [block] heavy building
    [wall] impassable
   *[clear] clear
}
ambush-mode = { $mode ->
    [stand] stood still
    [walk] walked
    [run] ran
   *[jump] jumped
}
ambush-roll = { $roll ->
    [skid] not to skid
    [terrain] for the terrain
    [stand] to stand up
    [damage] after heavy damage
    [hit] after being hit by a skidder
    [push] after being pushed
    [avoid] to avoid the skidder
    [pilot] not to be hurt in the fall
    [awake] to stay conscious
    [recover] to wake up
    [collide] to run into what is in the way
   *[heat] to keep the engine running
}

# Events.
ambush-placed = { $unit } is deployed in { $hex }, facing { ambush-facing }.
ambush-pledged = Hidden place { $slot } of { $name } is sealed.
ambush-noticed = Set for { $unit }: { $text }
ambush-aimed = { $unit } will fire{ $twist ->
    [left] {" "}with its torso turned left
    [right] {" "}with its torso turned right
   *[ahead] {""}
}: { $shots }.
ambush-aim = { $weapon } at { $target } ({ $need }+)
ambush-previewed = { $unit } would end in { $hex }, facing { ambush-facing }: { $used } points used, { $left } left.
ambush-round-began = Round { $round } begins.
ambush-initiative = { $rolls ->
    [none] {""}
   *[other] Initiative, lowest first: { $rolls }.{" "}
}{ $turns ->
    [none] Nobody has a unit to move.
   *[other] The order of turns: { $turns }.
}
ambush-turn-skipped = { $role ->
    [actor] You have no unit that can move: your turn is skipped.
   *[other] { $name } has no unit that can move: its turn is skipped.
}
ambush-turn-lost = { $which ->
    [first] { $role ->
        [actor] Your next turn is used for this early move.
       *[other] The next turn of { $name } is used for this early move.
    }
   *[last] { $role ->
        [actor] You lose the last of your turns in this round.
       *[other] { $name } loses the last of its turns in this round.
    }
}
ambush-began = { $turn ->
    [S] { $unit } goes on
    [A] { $unit } moves early
   *[N] { $unit } moves
} ({ $mode ->
    [stand] standing still
    [walk] walking
    [run] running
   *[jump] jumping
}).
ambush-stepped = { $unit } enters { $hex }, facing { ambush-facing }.
ambush-turned = { $unit } turns to face { ambush-facing }.
ambush-posed = { $prone ->
    [yes] { $unit } drops prone.
   *[no] { $unit } stands up.
}
ambush-blocked = { $unit } cannot go on from { $hex } as ordered; the rest of the order is dropped.
ambush-landed = { $unit } lands in { $hex }, facing { ambush-facing }.
ambush-rolled = { $unit } rolls { ambush-roll }: { $dice }, needs { $need }: { $made ->
    [yes] success.
   *[no] failure.
}
ambush-failed = { $unit } has to roll { ambush-roll } and cannot: failure.
ambush-fell = { $unit } falls in { $hex }{ $levels ->
    [0] {""}
    [one] , one level down
   *[other] , { $levels } levels down
}, on its { ambush-side } side, facing { ambush-facing }.
ambush-struck = { $unit } is hit from the { ambush-side } in the { ambush-place }: { $took ->
    [none] covered, no effect.
   *[other] damage { $took }.
}
ambush-took = { ambush-place } { $damage }
ambush-pilot-hit = The pilot of { $unit } is hurt; { $hits ->
    [one] one hit
   *[other] { $hits } hits
} in all.
ambush-fainted = The pilot of { $unit } is unconscious.
ambush-woke = The pilot of { $unit } is conscious again.
ambush-destroyed = { $unit } is destroyed in { $hex }.
ambush-skidded = { $unit } skids from { $hex } towards { ambush-direction }, up to { $left ->
    [one] one hex.
   *[other] { $left } hexes.
}
ambush-slid = { $unit } slides into { $hex }.
ambush-stopped = { $unit } stops in { $hex }: { $why ->
    [edge] the edge of the map.
    [crash] it crashes into higher ground.
    [drop] it has gone over a cliff.
    [wall] a wall.
    [water] water.
    [collision] a collision.
   *[back] there is no room farther on.
}
ambush-pushed = { $unit } is pushed into { $hex }.
ambush-may-avoid = { $unit } is in the way of { $skidder } and may try to avoid it. { $slides }
ambush-avoided = { $tried ->
    [yes] { $unit } tries to get out of the way.
   *[no] { $unit } does not try to get out of the way.
}
ambush-revealed = { $role ->
    [actor] Your hidden { $unit } is revealed
   *[other] The hidden { $unit } of { $name } is revealed
} in { $hex }, facing { ambush-facing }{ $prone ->
    [yes] , prone
   *[no] {""}
}: { $cause ->
    [shot] it fires point-blank.
    [fire] it opens fire.
    [contact] an enemy has walked into it.
    [landed] an enemy has landed on it.
    [struck] something has run into it.
    [pushed] a unit was pushed into it.
    [adjacent] an enemy has ended its move beside it.
    [choice] by choice.
    [alone] its side has nobody else left.
    [moved] it moves.
   *[deployed] it was deployed openly.
} Place { $slot }.
ambush-sighted = You see { $unit } ({ $title }, { $tons } t) in { $hex }, facing { ambush-facing }.
ambush-opened = Hidden place { $slot } of { $name } held { $unit ->
    [none] nothing
   *[other] { $unit } in { $hex }, facing { ambush-facing }, { $pose ->
        [prone] prone
       *[standing] standing
    }
}.
ambush-shot = { $unit } fires { $weapon } at { $target }: { $dice }, needs { $need }: { $damage ->
    [0] a miss.
   *[other] { $missiles ->
        [0] a hit, damage { $damage }.
        [one] one missile hits, damage { $damage }.
       *[other] { $missiles } missiles hit, damage { $damage }.
    }
}
ambush-absorbed = { $cf ->
    [0] The building in { $hex } collapses.
   *[other] The building in { $hex } has { $cf } left.
}
ambush-interrupted = { $left ->
    [0] The rest of the order of { $unit } is void: its move ends.
    [one] The rest of the order of { $unit } is void; it has one point left to go on with.
   *[other] The rest of the order of { $unit } is void; it has { $left } points left to go on with.
}
ambush-move-over = { $unit } has finished its move in { $hex }, facing { ambush-facing }{ $prone ->
    [yes] , prone.
   *[no] .
}
ambush-closing = A move is over; there is nothing more to decide about it.
ambush-offered = { $shooters ->
    [none] Nothing for you to decide about { $unit }.
   *[other] You could have fired at { $unit }, which { $contact ->
        [yes] had run into your unit and was
       *[no] was
    } in { $hex }, facing { ambush-facing }, { $prone ->
        [yes] prone
       *[no] standing
    }: { $shooters }. { $answer ->
        [fire] Your answer was to fire with { $units }.
        [hold] You held your fire.
       *[none] You gave no order, so your standing orders decided.
    }
}
ambush-offered-shooter = { $unit } at its { ambush-side } side with { $weapons }{ $twist ->
    [left] , torso turned left
    [right] , torso turned right
   *[ahead] {""}
}
ambush-asking-set = { $on ->
    [yes] { $role ->
        [actor] From the next round on, you will be asked in reaction windows.
       *[other] From the next round on, { $name } will be asked in reaction windows.
    }
   *[no] { $role ->
        [actor] From the next round on, only your standing orders decide for you.
       *[other] From the next round on, { $name } uses only its standing orders.
    }
}
ambush-weapons = The Weapons step begins: everybody orders fire in secret.
ambush-shutdown = { $on ->
    [yes] The engine of { $unit } runs again.
   *[no] The engine of { $unit } stops: too hot.
}
ambush-held = { $role ->
    [actor] You hold the objective in { $hex }.
   *[other] { $name } holds the objective in { $hex }.
}
ambush-scored = The final score: { $points }.
ambush-won = { $role ->
    [actor] You have won{ $why ->
        [last] : nobody else is left.
       *[points] {" "}on points.
    }
   *[other] { $name } has won{ $why ->
        [last] : nobody else is left.
       *[points] {" "}on points.
    }
}
ambush-drawn = The game is drawn.

# Several events in one sentence: a way, and a volley.
ambush-path-told = { $unit } { $mode ->
    [stand] does not move
    [walk] walks
    [run] runs
    [jump] jumps
   *[none] goes on
}{ $hexes ->
    [none] {""}
   *[other] {" "}{ $hexes }
}{ $turned ->
    [yes] , facing { ambush-facing }
   *[no] {""}
}.
ambush-volley = { $unit } fires at { $target }: { $shots }.
ambush-volley-shot = { $weapon } { $dice } against { $need }, { $damage ->
    [0] a miss
   *[other] { $damage } damage
}
ambush-volley-damage = { $unit } is hit: { $took ->
    [none] covered, no effect
   *[other] { $took }
}.

# Why the reader is asked.
ambush-beyond = { $state ->
    [deploy] Stay inside your zone. Name, then hex/facing: 0 is north, then clockwise to 5.
    [hide] Only where there is cover, one on each line (hide, its name, hex/facing). Then say ok. Nobody else sees them.
    [sealed] The window closes at its deadline, whether or not anybody reacts.
    [local] The window closes when everybody has answered: { $asked }.
    [avoid] If it does, say how it moves if it can.
    [continue] { $unit } was interrupted.
    [weapons] One on each line, then say ok. All fire at once.
    [end] They do so at the beginning of the next round. Then say ok.
    [dark-hide] One on each line: deploy A1 0101/3, or hide AH1 0203/3 where there is cover. Then say ok. Nobody else sees them.
    [dark-sealed] The window closes at its deadline, whether or not anybody reacts.
    [dark-local] The window closes when everybody has answered: { $asked }.
    [dark-continue] No move was interrupted.
    [dark-move] If none is to move, say ok.
   *[other] {""}
}
# What is asked, as everybody may know it: it goes on behind a name; …-asks-else: what happens without an answer.
ambush-asks = { $state ->
    [deploy] deploy one of your visible units
    [hide] hide your units in your ambush zone
    [sealed] interrupt { $name }’s move of { $unit }
    [local] interrupt { $name }’s move of { $unit }
    [avoid] say whether { $unit } tries to avoid { $skidder }
    [continue] go on with { $unit }: { $left ->
        [one] one point
       *[other] { $left } points
    } left
    [move] move one of your units
    [weapons] order the fire of your units
    [end] say which of your hidden units reveal themselves
    [dark-hide] place your units
    [dark-sealed] fire from hiding at whoever comes near
    [dark-local] fire from hiding at whoever comes near
    [dark-continue] go on with an interrupted move, if there is one
    [dark-move] move one of your units
   *[other] it is your turn
}
ambush-asks-else = { $state ->
    [hide] Otherwise nothing more is hidden.
    [sealed] Otherwise { $unit } moves as ordered.
    [local] Otherwise { $unit } moves as ordered.
    [avoid] Otherwise it does not try.
    [continue] Otherwise it stops there.
    [move] Otherwise { $unit } does not move.
    [weapons] Otherwise only what is ordered by then is fired.
    [end] Otherwise only those named by then do.
    [dark-hide] Otherwise they stand in the first free hexes of the zone, and no more are hidden.
    [dark-sealed] Otherwise standing orders decide.
    [dark-local] Otherwise standing orders decide.
    [dark-continue] Otherwise it stops there.
    [dark-move] Otherwise none moves.
   *[other] {" "}
}
ambush-asks-aside-dark = Asked in every turn, whether or not anything moves or is near. The order asking off leaves these questions to your standing orders.
ambush-asks-aside = Asked whenever a unit moves while the other player may have hidden units, whether or not anything is near. The order asking off leaves these questions to your standing orders.
ambush-hiding = { $hidden ->
    [none] You have hidden no unit yet: if you say ok now, you have no hidden units.
   *[other] Hidden so far: { $hidden }.
} { $left ->
    [0] You may hide no more.
   *[other] You may hide { $left } more.
}
ambush-once = { $steps ->
    [yes] You are asked again at its next step. To be asked later, say for example: hold until side=rear.
   *[no] You are asked only once about this order: your standing orders decide later opportunities.
}
ambush-nothing = { $steps ->
    [yes] You have nothing to decide at this step.
   *[no] You have nothing to decide. Your standing orders decide later opportunities in this move.
}
ambush-chance = { $contact ->
    [yes] { $unit } has run into your unit. It is
   *[no] Your opportunity: { $unit } is
} in { $hex }, facing { ambush-facing }, { $prone ->
    [yes] prone
   *[no] standing
}.
ambush-chance-passed = That was on its way: it stands in { $hex } now.
ambush-shooter = { $unit } may fire at its { ambush-side } side: { $weapons }{ $twist ->
    [left] , torso turned left
    [right] , torso turned right
   *[ahead] {""}
}.

# Picture and text.
ambush-banner = { $state ->
    [deploy] { $asked }: deploy your units
    [hide] { $asked }: hide your units
    [sealed] { $asked } may interrupt { $name }’s { $unit }
    [local] { $asked }: interrupt { $name }’s { $unit }?
    [avoid] { $name }: let { $unit } avoid { $skidder }?
    [continue] { $name }: go on with { $unit }, { $left ->
        [one] one point
       *[other] { $left } points
    } left
    [move] { $name }: move one of your units
    [weapons] { $asked }: order your fire
    [end] { $asked }: reveal hidden units?
    [won] { $name } has won
    [drawn] The game is drawn
    [dark-hide] { $asked }: place your units
    [dark-sealed] { $asked }: fire from hiding?
    [dark-local] { $asked }: fire from hiding?
    [dark-continue] { $name }: go on with an interrupted move?
    [dark-move] { $name }: move one of your units
   *[other] Round { $round }
}
ambush-next = next
ambush-turns = Turns:
ambush-brief = Round { $round } of { $rounds }
ambush-note-chance = You alone see this: { $units } may fire at { $unit }.
ambush-odds = point-blank · { $need }+ ({ $percent } %)
ambush-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
ambush-spare = { $left ->
    [0] nothing hidden
   *[other] may hide { $left }
}
ambush-row = { $state ->
    [lost] destroyed
    [waiting] off map
    [hidden] hidden
    [moving] moving
    [unconscious] pilot out
    [shutdown] engine off
    [prone] prone
    [done] moved
    [ready] to move
   *[none] {""}
}
ambush-salvo = Last fire of { $unit } in { $start } at { $target } in { $end }: { $damage ->
    [0] no hit.
   *[other] { $damage } damage.
}
ambush-status-dark = Round { $round }/{ $rounds } · Double blind: each side sees what its units see
ambush-status = Round { $round }/{ $rounds } · Points { $points } · Hidden units left: { $hidden }
ambush-mark-prone = prone
ambush-mark-hidden = hidden
ambush-mark-ghost = last seen there
ambush-mark-done = has moved
ambush-mark-lit = must act
ambush-mark-flag = objective, its points
ambush-mark-level = level
ambush-mark-built = building, what it can take
ambush-mark-zone = { $kind ->
    [deploy] { $name } deploys here
   *[hide] { $name } may hide here
}
ambush-tint-reach-walk = walking
ambush-tint-reach-run = running
ambush-tint-reach-jump = jumping
ambush-tint-front-1 = front, short
ambush-tint-front-2 = front, medium
ambush-tint-front-3 = front, long
ambush-tint-left-1 = left arm, short
ambush-tint-left-2 = left arm, medium
ambush-tint-left-3 = left arm, long
ambush-tint-right-1 = right arm, short
ambush-tint-right-2 = right arm, medium
ambush-tint-right-3 = right arm, long
ambush-tint-rear-1 = rear, short
ambush-tint-rear-2 = rear, medium
ambush-tint-rear-3 = rear, long
ambush-sign-unit = unit, facing
ambush-sign-hidden = hidden unit
ambush-sign-ghost = last seen there
ambush-sign-deploy = you deploy here
ambush-sign-hide = you may hide here
ambush-sign-way = last move
ambush-goal = Goal: most points (★ held alone; walkers destroyed, crippled)
ambush-you = (you)
ambush-may-hide = may hide
ambush-look = { $verb ->
    [near] Shown: the surroundings of { $unit ->
        [none] your own units
       *[other] { $unit }
    }.
    [reach] Tinted: where a move of { $unit } might end.
   *[fire] Tinted: where weapons of { $unit } bear with its torso ahead, in sight and range.
}
ambush-note-map = A number after a terrain is its level; L40h2@1 is a building: what it can take, its height, its level. Even columns lie half a hex lower.
ambush-note-armour = Armour/structure+armour behind: HD head, CT LT RT torso, LA RA arms, LL RL legs.
ambush-unit = { $unit } ({ $title }, { $tons } t, side { $name }) in { $hex }, facing { ambush-facing }, on { ambush-terrain }{ $level ->
    [0] {""}
   *[other] {" "}at level { $level }
}: { $states }.
ambush-unit-waiting = { $unit } ({ $title }, { $tons } t, side { $name }) is not on the map{ $hidden ->
    [yes] {" "}and may be hidden.
   *[no] .
}
ambush-ghost = { $unit } ({ $title }, { $tons } t, side { $name }) was last seen in { $hex }, facing { ambush-facing }, in round { $round }.
ambush-unit-lost = { $unit } ({ $title }, { $tons } t, side { $name }) is destroyed.
ambush-unit-armour = … { $left } of { $built } left ({ $percent } %): { $plates }
ambush-unit-able = … walk { $walk }, run { $run }, jump { $jump }; gunnery { $gunnery }, piloting { $piloting }; weapons: { $weapons }
ambush-is-standing = standing
ambush-is-prone = prone
ambush-is-hidden = hidden
ambush-is-done = moves no more this round
ambush-is-skidded = has skidded
ambush-is-shot = has fired point-blank
ambush-is-unconscious = pilot unconscious
ambush-is-shutdown = engine off
ambush-is-moved = { ambush-mode }, { $hexes ->
    [one] one hex
   *[other] { $hexes } hexes
}
ambush-is-hurt = pilot hurt { $hits ->
    [one] once
   *[other] { $hits } times
}
ambush-is-hot = heat { $heat }
ambush-objective = ★{ $points } { $hex }{ $name ->
    [none] {" "}held by nobody
    [dark] {""}
   *[other] {" "}held by { $name }
}
ambush-zone = { $sign ->
    [none] { $kind ->
        [deploy] Side { $name } deploys in
       *[hide] Side { $name } may have hidden units in
    }
   *[other] { $sign } also in
}: { $hexes }
ambush-way = Last move of { $unit }, { $kind ->
    [walk] on foot
    [jump] jumping
    [slide] sliding
   *[push] pushed
}: { $hexes }
ambush-slide = { $unit } in { $hex } slides on towards { ambush-direction }, { $left ->
    [one] one more hex.
   *[other] { $left } more hexes.
}
ambush-slot = Hidden place { $slot }: { $open ->
    [yes] revealed
   *[no] not revealed
}{ $unit ->
    [none] .
   *[other] , { $unit }.
}
ambush-reserves = Units that may be hidden: { $units }.
ambush-not-asked = Side { $name } is not asked in reaction windows; its standing orders decide.
ambush-policy = Standing order of { $unit }: { $policy }
ambush-sheet = Your sheet: { $line }
ambush-short = { $unit } { $hex } { ambush-facing }, { $hidden ->
    [yes] hidden,{" "}
   *[no] {""}
}{ $prone ->
    [yes] prone,{" "}
   *[no] {""}
}{ $percent } %

# Refusals that are ambush's own.
ambush-refusal-no-such-unit = “{ $word }” (character { $place }) is not a unit you can name here.
ambush-refusal-no-such-mode = “{ $word }” (character { $place }) is not a way this unit can move.
ambush-refusal-no-such-step = “{ $word }” (character { $place }) is not a step: F forward, B backward, L or R turn, S stand up, P drop prone.
ambush-refusal-no-points = “{ $word }” (character { $place }): not enough movement points are left for this step.
ambush-refusal-off-map = “{ $word }” (character { $place }) leads off the map.
ambush-refusal-occupied = “{ $word }” (character { $place }) leads into a hex with a unit in it.
ambush-refusal-impassable = “{ $word }” (character { $place }) leads into impassable ground.
ambush-refusal-too-steep = “{ $word }” (character { $place }) leads more than two levels up or down.
ambush-refusal-backward-run = “{ $word }” (character { $place }): a running unit cannot go backwards.
ambush-refusal-backward-level = “{ $word }” (character { $place }): a step backwards cannot change the level.
ambush-refusal-while-prone = “{ $word }” (character { $place }): the unit is prone there; it can turn, or stand up first.
ambush-refusal-not-prone = “{ $word }” (character { $place }): the unit is not prone there, or can never stand up.
ambush-refusal-no-landing = “{ $word }” (character { $place }) is not a place where this jump can end; write J, hex, /, facing, such as J0303/0.
ambush-refusal-not-in-your-zone = “{ $word }” (character { $place }) is no place for it: that must be free and in your zone, and for a hidden unit have cover (woods, a building; rough ground, where it lies prone). Write hex/facing (facing 0 is north, then clockwise to 5).
ambush-refusal-no-such-shot = “{ $word }” (character { $place }) is not a possible shot; write WEAPON>TARGET, such as ML>B1.
ambush-refusal-no-such-policy = “{ $word }” (character { $place }) is not a standing order: hold, fire, fire@2, fire if side=rear, fire if facing=0, fire if tons>=60, ask if side=rear, ask else hold.
ambush-refusal-sealed = A unit has moved; the game goes on when the reaction window closes.

# Why an order may be worth considering, in a few words.
ambush-hint = { $what ->
    [deploy] { ambush-hint-cover }, { ambush-hint-far } from { $goal }
    [hide] hidden { ambush-hint-far } from { $goal }
    [stand] holds its place: { ambush-hint-there }
    [walk] to { $hex }: { ambush-hint-there }
    [run] fast to { $hex }, harder to hit: { ambush-hint-there }
    [jump] over everything to { $hex }: { ambush-hint-there }
    [continue] on to { $hex }: { ambush-hint-there }
    [turn] turns in { $hex }: { ambush-hint-there }
    [dodge] out of the way to { $hex }
    [stop] stays where it is now
    [stay] takes the blow, and keeps its turn
    [shoot] hits on { $need } or more, { $side ->
        [front] from ahead
        [rear] from behind
       *[other] from the side
    }
    [fire] { $n ->
        [one] one weapon
       *[other] { $n } weapons
    } at { $target }, the best on { $need } or more{ $others ->
        [0] {""}
        [one] , one at another
       *[other] , { $others } at others
    }{ $hidden ->
        [1] ; it shows itself
       *[0] {""}
    }
    [hold] nobody fires at this opportunity; all stay hidden
    [left] you decide nothing: your standing orders count
    [noted] there is nothing to decide
    [ok] nothing moves
    [emerge] shows itself and can move next round
    [fire-sheet] the fire is complete
    [hide-sheet] all are in their places
    [reveal-sheet] everybody stays hidden
   *[other] {""}
}
ambush-hint-cover = { $cover ->
    [0] in the open
    [1] some cover
   *[other] good cover
}
ambush-hint-there = { ambush-hint-cover }, { ambush-hint-far } from { $near }
ambush-hint-far = { $far ->
    [one] one hex
   *[other] { $far } hexes
}

# The tables, as looks and as a page.

ambush-tables = { $look ->
    [weapons] Weapons
    [hits] Hits, falls, pilots, structure
   *[moving] Terrain and moving
}
ambush-table = { $table ->
    [weapons] What weapons do (ranges in hexes)
    [place] Where a hit goes, by two dice
    [cluster] Missiles that hit, by two dice and the size of the rack
    [terrain] Terrain
    [aim] How you moved, added to what you need to hit
    [moved] How far a walker moved: what it adds to hit it, and to its roll not to skid
    [falls] Falls, by one die: side, and sixths turned to the right
    [frame] Structure of a walker, by its tons; the head has 3
   *[awake] Pilot: what two dice must show to stay awake after so many hits; six kill
}
ambush-table-head = { $head ->
    [code] code
    [weapon] weapon
    [damage] damage
    [least] minimum
    [short] short +0
    [medium] medium +2
    [long] long +4
    [heat] heat
    [sum] dice
    [ahead] from front or rear
    [left] from the left
    [right] from the right
    [terrain] terrain
    [cost] points
    [cover] to hit
    [roll] roll on entering
    [slide] slide
    [hide] may hide
    [own] you
    [number] number
    [hexes] hexes
    [skid] skid
    [die] die
    [side] side
    [turn] turns
    [tons] tons
    [centre] centre torso
    [torso] side torso
    [arm] arm
    [leg] leg
   *[hits] hits
}
ambush-weapon = { $kind ->
    [SL] small laser
    [ML] medium laser
    [LL] large laser
    [PPC] particle cannon
    [MG] machine gun
    [FL] flamer
    [AC2] autocannon 2
    [AC5] autocannon 5
    [AC10] autocannon 10
    [AC20] autocannon 20
    [SRM2] short-range missiles, 2
    [SRM4] short-range missiles, 4
    [SRM6] short-range missiles, 6
    [LRM5] long-range missiles, 5
    [LRM10] long-range missiles, 10
    [LRM15] long-range missiles, 15
   *[LRM20] long-range missiles, 20
}
ambush-harm = { $rack ->
    [0] { $each }
   *[other] { $each } each{ $group ->
        [1] { "" }
       *[other] , by { $group }
    }
}
ambush-stops = stops
ambush-hides = { $how ->
    [yes] yes
    [prone] prone
   *[no] no
}
