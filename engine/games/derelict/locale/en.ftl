# Derelict. $role: what the reader is in the event (actor, other; won, lost). Units are called M1, A1, B1; cells 5,12.

derelict-title = Derelict

derelict-side = { $side ->
    [marine] the marines
   *[alien] the aliens
}
derelict-reason = { $reason ->
    [no-marines] no marines are left
    [no-aliens] no aliens are left
    [objective] an objective is in flames
    [no-fuel] no flamer can burn the objective any more
    [last-turn] the last turn is over
   *[resigned] the other side has resigned
}
derelict-hit = { $hit ->
    [yes] hit
   *[no] missed
}

derelict-joined = { $role ->
    [actor] You have joined with { $seat ->
        [marine] the marines
       *[alien] the aliens
    }.
   *[other] { $name } has joined with { $seat ->
        [marine] the marines
       *[alien] the aliens
    }.
}
derelict-began = The mission begins: { $title }.{ $about ->
    [none] {""}
   *[other] {" "}{ $about }
}
derelict-deployed = { $unit } stands ready at { $cell }, facing { $facing }.
derelict-turn-began = Turn { $turn }: { $role ->
    [actor] it is your turn.
   *[other] { $name } ({ derelict-side }) is to move.
}
derelict-cleared = { $jams ->
    [no] Overwatch and guard markers and all flames are gone.
   *[yes] Overwatch, guard and jam markers and all flames are gone.
}
derelict-command-die = { $again ->
    [yes] The command die again: { $die }.
   *[no] The command die: { $die }.
}
derelict-commanding = { $points ->
    [-1] The marines’ command points have changed.
    [one] The marines have one command point.
   *[other] The marines have { $points } command points.
}
derelict-reinforced = { $unit } lurks at { $cell }{ $value ->
    [0] .
    [one] : one alien.
   *[other] : { $value } aliens.
}
derelict-turned90 = { $unit } turns to face { $facing }.
derelict-points = { $ap ->
    [one] one action point
   *[other] { $ap } action points
}
derelict-activated = { $unit } is active, with { derelict-points }.
derelict-moved = { $unit } moves from { $start } to { $cell }.
derelict-worked = { $open ->
    [yes] { $unit } opens the door at { $cell }.
   *[no] { $unit } closes the door at { $cell }.
}
derelict-revealed = { $blip } reveals itself at { $cell }: it is { $unit } now.
derelict-exposed = { $blip } is seen at { $cell }: it is an alien, { $unit }.
derelict-vanished = { $blip } at { $cell } is removed: there are too many aliens already.
derelict-more = { $unit } was not alone.
derelict-placed = { $unit } appears at { $cell }, facing { $facing }.
derelict-shot = { $overwatch ->
    [yes] { $unit } on overwatch fires
   *[no] { $unit } fires
} at { $target }, needs a { $needs } on either die: rolled { $dice }, { derelict-hit }.
derelict-jammed = The gun of { $unit } jams.
derelict-unjammed = { $command ->
    [yes] A command point clears the gun of { $unit }.
   *[no] { $unit } clears its gun.
}
derelict-burnt = { $unit } fires its flamer: { $cells ->
    [one] one more cell is
   *[other] { $cells } more cells are
} in flames. Fuel left: { $fuel }.
derelict-singed = { $step ->
    [yes] { $unit } steps through flames: { $die }.
   *[no] { $unit } stands in flames: { $die }.
}
derelict-rammed = { $unit } attacks the door at { $cell }{ $rolled ->
    [yes] {" "}({ $dice })
   *[no] {""}
}: { $broken ->
    [yes] it breaks.
   *[no] it holds.
}
derelict-fought = { $again ->
    [best] The alien’s best die is thrown again:
    [guard] On guard, the marine throws again:
   *[no] { $attacker } attacks { $defender }:
} marine { $marine }{ $bonus ->
    [0] {""}
   *[other] {" "}(+{ $bonus })
}, alien { $alien }.
derelict-settled = { $winner ->
    [none] { $attacker } against { $defender }: a tie.
   *[other] { $winner } wins.
}
derelict-killed = { $unit } is destroyed at { $cell }{ $cause ->
    [flames] {" "}by flames
   *[other] {""}
}.
derelict-broken = The door at { $cell } is gone.
derelict-watching = { $unit } is on overwatch.
derelict-guarding = { $unit } is on guard.
derelict-relaxed = { $unit } is no longer on guard or overwatch.
derelict-prompted = { $role ->
    [actor] You have to decide
   *[other] { $name } has to decide
}: { $kind ->
    [command] roll the command die again, or keep it?
    [best] roll the alien’s best die again, or keep it?
    [guard] roll the dice of { $unit } again, or keep them?
    [face] turn { $unit } towards its attacker, or not?
   *[jam] clear the gun of { $unit }, or leave it?
}
derelict-filed = Your standing orders are set. Nobody else is told.
derelict-ended = { $role ->
    [won] You have won: { derelict-reason }.
    [lost] You have lost: { derelict-reason }.
   *[other] { $winner ->
        [marine] The marines have won: { derelict-reason }.
        [alien] The aliens have won: { derelict-reason }.
       *[draw] Nobody has won: { derelict-reason }.
    }
}

derelict-beyond = { $kind ->
    [main] { $active ->
        [yes] { $unit } has { derelict-points }.
       *[no] {""}
    }
    [deployment] { $unit ->
        [none] {""}
       *[other] { $unit } is next: choose where it enters.
    }
    [reinforcement] { $left } to come.
    [voluntary] { $due ->
        [0] {""}
       *[other] Put the next alien on the deck; { $due } to come.
    }
    [orient] Say done when it faces as you like.
    [place] It must be beside { $other }.
    [command] The second roll counts.
    [best] { $unit } ({ $dice }) against { $other } ({ $against }).
    [guard] { $unit } ({ $dice }) against { $other } ({ $against }).
    [face] It survived an attack by { $other }.
    [jam] That costs a command point.
   *[other] {""}
}
derelict-cost = { $what } ({ $cost })
derelict-costs = Action points: { $listed }.
derelict-costs-none = It can do nothing more.
derelict-prompt-own-command = The command die shows { $dice }.
derelict-prompt-own-jam = { $command ->
    [0] Nothing to decide: you have no command points.
    [one] You have { $command } command point.
   *[other] You have { $command } command points.
}

# What is asked, as everybody may know it: it goes on behind a name; …-asks-else: what happens without an answer.
derelict-asks = { $kind ->
    [main] { $active ->
        [yes] go on with { $unit }, activate another unit, or pass
       *[no] activate a unit, or pass
    }
    [deployment] choose which marine enters next, and where
    [reinforcement] put a reinforcement on a lurk cell
    [voluntary] turn { $unit } as you like, then go on
    [orient] turn { $unit }, which was seen
    [place] choose the cell of the next alien
    [command] roll the command die again
    [best] have the alien’s best die rolled again
    [guard] roll the dice of { $unit } again
    [face] turn { $unit } towards its attacker
    [jam] clear the gun of { $unit }
   *[other] it is your turn
}
derelict-asks-else = { $kind ->
    [main] Otherwise the turn ends.
    [command] Otherwise the first roll counts.
    [best] Otherwise the roll stands.
    [guard] Otherwise the roll stands.
    [face] Otherwise it turns.
    [jam] Otherwise it stays jammed.
   *[other] {" "}
}

derelict-banner = { derelict-heading }: { $name } to move
derelict-banner-open = { $title } – seats are free
derelict-banner-over = { $winner ->
    [marine] The marines have won: { derelict-reason }
    [alien] The aliens have won: { derelict-reason }
   *[draw] Nobody has won: { derelict-reason }
}
derelict-goal = Goal: { $cells ->
    [none] { $winner ->
        [marine] a marine still stands
       *[alien] kill all aliens and blips
    }
   *[other] burn { $cells }
}{ $turn ->
    [0] .
   *[other] { $winner ->
        [marine] {" "}when turn { $turn } is over.
       *[alien] {" "}before turn { $turn } is over, or the aliens win.
    }
}
derelict-active = { $ap } AP
derelict-you = (you)
derelict-crew-command = CP { $command }
derelict-crew-fuel = fuel { $fuel }
derelict-heading = { $title } – turn { $turn }{ $last ->
    [0] {""}
   *[other] {" "}of { $last }
}
derelict-last = Last: { $act ->
    [move] { $unit } moved from { $start } to { $cell }.
    [enter] { $unit } came in at { $cell }.
    [turn] { $unit } turned.
    [door] { $unit } opened or closed the door at { $cell }.
    [lurk] { $unit } lurks at { $cell }.
    [reveal] { $unit } was revealed at { $cell }.
    [place] { $unit } appeared at { $cell }.
    [shoot] { $unit } fired at { $cell }.
    [burn] { $unit } fired its flamer at { $cell }.
    [assault] { $unit } attacked { $cell }.
    [overwatch] { $unit } went on overwatch.
    [guard] { $unit } went on guard.
   *[unjam] { $unit } cleared its gun.
}
derelict-question = { $state ->
    [active] { $name }: { $unit } goes on, { $ap } AP left
    [may] { $name } may { $question }
   *[no] { $name }: { $question }
}
derelict-status-active = { $unit } is active with { $ap } AP{ $last ->
    [move] , has just moved.
    [turn] , has just turned.
    [shoot] , has just fired.
   *[none] .
}
derelict-status-phase = { $phase ->
    [deployment] The marines are being deployed.
    [reinforcement] Reinforcement blips are coming.
    [voluntary] { $unit } has revealed itself.
    [orient] { $unit } is revealed and turns.
    [place] More aliens are being placed.
    [command] The command die may be thrown again.
    [best] A die of the alien may be thrown again.
    [guard] The dice of { $unit } may be thrown again.
    [face] { $unit } may turn to its attacker.
   *[jam] The gun of { $unit } may be cleared.
}
derelict-unit = { $name }: { $kind ->
    [alien] alien
    [blip] blip{ $value ->
        [0] {""}
        [one] {" "}of one alien
       *[other] {" "}of { $value } aliens
    }
    [marine-sarge] sarge
    [marine-flame] marine with flamer
    [marine-hammer] marine with hammer
    [marine-claws] marine with claws
    [marine-axe] marine with axe
    [marine-chain] marine with chain sword
    [marine-cannon] marine with cannon
   *[marine] marine
} at { $cell }, facing { $facing }{ $active ->
    [yes] , active with { $ap } AP
   *[no] {""}
}{ $marks ->
    [none] .
   *[other] , { $marks }.
}
derelict-below = At { $cell } there is also: { $what }.
derelict-sight = { $what } sees: { $cells }
derelict-burn = A shot at { $what } sets these cells on fire: { $cells }. { $units ->
    [none] Nobody stands in them.
   *[other] In them: { $units }; each dies on a roll of 2 or more.
}

derelict-sign-wall = wall
derelict-sign-corridor = corridor
derelict-sign-marine = marine, number and facing
derelict-sign-alien = alien
derelict-sign-blip = blip
derelict-sign-door = closed door
derelict-sign-dooropen = open door
derelict-sign-flame = flames
derelict-sign-lurk = lurk cell
derelict-sign-alien-entry = entry
derelict-sign-objective = objective
derelict-sign-drop-marine = drop mark
derelict-sign-start-marine = start mark
derelict-sign-active = the active unit
derelict-sign-seen = in sight
derelict-sign-doomed = would burn
derelict-sign-segment = segments: each burns as a whole
derelict-kind-marine = bolter
derelict-kind-marine-sarge = sarge
derelict-kind-marine-flame = flamer
derelict-kind-marine-hammer = hammer
derelict-kind-marine-claws = claws
derelict-kind-marine-axe = axe
derelict-kind-marine-chain = chain sword
derelict-kind-marine-cannon = cannon
derelict-marker-overwatch = OVERWATCH
derelict-marker-guard = GUARD
derelict-marker-jam = JAM
derelict-marker-deactivated = done

derelict-refusal-units-left = { $units } could still act. “{ $sure }” ends your turn all the same.
derelict-refusal-own-flames = That fire would take your own { $units }. “{ $sure }” burns the section anyway.
derelict-refusal-burns-already = Every cell of that section burns already. “{ $sure }” spends the fuel anyway.
derelict-refusal-points-left = { $unit } still has { $points ->
    [one] one action point
   *[other] { $points } action points
}, which would be lost. “{ $sure }” goes on to the other unit all the same.
derelict-refusal-cannot-step = “{ $word }” (character { $place }) is not a cell this unit can go to now.
derelict-refusal-cannot-deploy = “{ $word }” (character { $place }) is not a cell where it can be put.
derelict-refusal-cannot-activate = “{ $word }” (character { $place }) is not a unit you can activate now.
derelict-refusal-cannot-shoot = “{ $word }” (character { $place }) is not a target this marine can see and shoot at.
derelict-refusal-cannot-burn = “{ $word }” (character { $place }) is not a cell within sight and reach that this marine can burn.
derelict-refusal-no-such-door = “{ $word }” (character { $place }) is not a door within reach where that is possible.
derelict-refusal-no-such-turn = “{ $word }” (character { $place }): turn left or right.
derelict-refusal-no-such-cell = “{ $word }” (character { $place }) is not a corridor cell such as 5,12, or is listed twice.

# Why an order may be worth considering, in a few words.
derelict-hint = { $what ->
    [activate] let { $unit } act
    [move] { $far ->
        [9999] towards the goal
        [one] one cell from the enemy then
       *[other] { $far } cells from the enemy then
    }
    [enter] into the lift
    [turn] to look the other way
    [door] opens the way, or closes it
    [shoot] in sight
    [burn] fire takes everything in the section
    [assault] the enemy is straight ahead
    [ram] strikes at what is straight ahead
    [overwatch] shoots at what comes into view
    [guard] fights better when attacked
    [unjam] the gun can fire again
    [reveal] shows what the blip is
    [deploy] here it comes in
    [place] here it stands
    [command] throws for more command points
    [reroll] a better throw is likely
    [keep] the throw is good enough
    [face] fights back from the front
    [done] it looks the right way
    [pass] nobody else can act
   *[other] {""}
}
