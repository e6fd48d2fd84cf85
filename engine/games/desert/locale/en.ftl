# Desert. $role: what the reader is in the event (actor, other; won, lost). Hexes are written B1, targets Nr1-Inf.

desert-title = Desert

# What happens

desert-joined = { $role ->
    [actor] You command the side { $seat }.
   *[other] { $name } commands the side { $seat }.
}
desert-began = { $title } begins.{ $usual ->
    [yes] {""}
   *[no] {" "}Rulings: { $profile }. Charts: SHA-256 { $charts }.
}
desert-favoured = { $over ->
    [yes] Points beside the others: { $name } { $points }.
   *[no] The battle leans, so { $name } gets { $points } points beside the others.
}
desert-segment-began = Combat segment { $segment }: { $role ->
    [actor] you are phasing.
   *[other] { $name } is phasing.
}{ $touching ->
    [none] {""}
   *[other] {" "}In contact: { $touching }.
}
desert-touch-told = { $zoc ->
    [yes] { $own } with { $enemy }, whose zone of control covers it
    [no] { $own } with { $enemy }, no zone of control
   *[unknown] { $own } with { $enemy }
}
desert-no-contact = Nobody touches the enemy: the segment is over.
desert-lists-shown = The lists of hexes are exchanged. { $lists }.
desert-list = { $name }: { $hexes }
desert-list-quiet = { $hex } (quiet)
desert-targets-named = { $targets ->
    [none] You have nothing to fire at.
   *[other] Your targets: { $targets }.
}{ $marks ->
    [none] {""}
   *[other] {" "}The enemy's targets: { $marks }.
}
desert-mark-told = { $name } is { $unit }
desert-barraged = { $quiet ->
    [yes] { $role ->
        [actor] Your guns are silent.
       *[other] The guns of { $name } are silent.
    }
   *[no] { $role ->
        [actor] Your barrages: { $hits }.
       *[other] The barrages of { $name }: { $hits }.
    }
}
desert-hit = { $target } in { $hex }{ $dice ->
    [0] {""}
   *[other] {" "}with { $points } points, dice { $dice }
}: { $result ->
    [none] no effect
    [pinned] pinned
    [lost] { $lost } TOE lost{ $pinned ->
        [yes] , pinned
       *[no] {""}
    }
    [percent] { $lost } % of every stock
    [levels] { $lost } levels
    [reduced] reduced by a level
   *[destroyed] destroyed
}, { $trucks ->
    [0] no truck effect
    [one] { $trucks } truck lost
   *[other] { $trucks } trucks lost
}
desert-held-off = { $hexes ->
    [none] No hex is held off.
   *[other] Held off: { $hexes }.
}
desert-lost = Your losses: { $points ->
    [none] no points
   *[other] { $points }
}{ $trucks ->
    [none] {""}
   *[other] ; trucks: { $trucks }
}{ $pinned ->
    [none] {""}
   *[other] ; pinned: { $pinned }
}{ $gone ->
    [none] {""}
   *[other] ; eliminated: { $gone }
}.
desert-damaged = { $what ->
    [Fort] The fortification in { $hex } has { $levels } levels left.
    [City] The city in { $hex } has { $levels } levels left.
    [Road] The road in { $hex } is destroyed.
    [Rail] The railroad in { $hex } is destroyed.
   *[Air] The air facility in { $hex } has { $levels } levels left.
}
desert-blown = { $unit } blows up { $percent } % of { $dump }.
desert-noticed = { $notices }
desert-notice-left = { $role ->
    [actor] You have left { $hexes }.
   *[other] { $name } has left { $hexes }.
}
desert-notice-entered = { $role ->
    [actor] You have entered { $hexes }.
   *[other] { $name } has entered { $hexes }.
}
desert-notice-retreated = Only units that retreated there stand in { $hexes }.
desert-notice-nothing = Nobody has retreated where it can be seen.
desert-aa-fired = Anti-armour fire at { $hex }: { $on_defender } damage on the defender, { $on_attacker } on the attackers.{ $kinds ->
    [none] {""}
   *[other] {" "}Vehicles seen: { $kinds }.
}
desert-aa-waived = The phasing side fires no more.
desert-freed = There is no armour in { $hex }: { $n } of the points that fired at it assault it instead.
desert-dummy-gone = { $unit } was a dummy, and is removed.
desert-undefended = Nobody was assigned to defend { $hexes }: all units there retreat three hexes and lose 3 cohesion.
desert-void = The assault on { $targets } finds nobody to make it or to meet it, and counts as made.
desert-totalled = Assault on { $targets }: { $actual_off } ({ $raw_off } raw) against { $actual_def } ({ $raw_def } raw), basic differential { $basic }; terrain { $terrain }, strength { $strength }{ $composition ->
    [0] {""}
   *[other] , defenders without a defensive rating +{ $composition }
}, size { $size } ({ $size_off } to { $size_def }), morale { $morale } ({ $morale_off } to { $morale_def }); adjusted differential { $adjusted }{ $overrun ->
    [yes] {" "}- an overrun
   *[no] {""}
}.{ $unsupported ->
    [0] {""}
   *[other] {" "}Your tanks unsupported: { $unsupported }.
}
desert-assaulted = { $targets }: { $retreat ->
    [0] no retreat
    [one] retreat { $retreat } hex
   *[other] retreat { $retreat } hexes
}{ $engaged ->
    [yes] , Engaged
   *[no] {""}
}{ $overrun ->
    [yes] , overrun
   *[no] {""}
}{ $captured ->
    [none] {""}
   *[other] , captured from { $captured }
}.
desert-rolled = Your dice in { $targets }: { $reading }, { $percent } % lost.
desert-morale-rolled = Your morale in { $targets }: basic { $basic }, cohesion { $cohesion }, dice { $reading }: adjustment { $adjustment }{ $leader ->
    [yes] , Rommel +1
   *[no] {""}
}: morale { $morale }.
desert-claimed = Of your losses in { $targets }, { $percent } % are captured: { $raw } raw points.
desert-dictated = Tell the enemy: { $what ->
    [captured] captured of its losses in { $targets }: { $shares }
   *[loss] the assault on { $targets } costs it { $shares } of the raw points there
}{ $raw ->
    [-1] {""}
    [one] , { $raw } raw point
   *[other] , { $raw } raw points
}{ $guns ->
    [0] {""}
    [one] , and { $guns } point of vulnerability if its guns stand Forward there
   *[other] , and { $guns } points of vulnerability if its guns stand Forward there
}.
desert-costs = The assault on { $targets } has changed your units.{ $cp ->
    [none] {""}
   *[other] {" "}CP: { $cp }.
}{ $ammo ->
    [none] {""}
   *[other] {" "}Ammo: { $ammo }.
}{ $cohesion ->
    [none] {""}
   *[other] {" "}Cohesion: { $cohesion }.
}
desert-retreated = { $stood ->
    [yes] The units in { $hex } stand.
   *[no] The units in { $hex } retreat to { $to }.
}
desert-parted = Some of the units in { $hex } retreat to { $to }.
desert-surrendered = { $role ->
    [actor] Your units in { $hex } surrender.
   *[other] The units of { $name } in { $hex } surrender.
}
desert-seized = { $role ->
    [actor] Captured from you: { $points }.
   *[other] Captured from { $name }: { $points }.
}
desert-settled = Placed: prisoners { $prisoners }; captured points { $brought }; guards { $guards }.
desert-vacated = No defender is left in { $targets }.
desert-probe-made = The assault on { $targets } was a probe.
desert-declined = You decline the assault on { $targets }.
desert-struck-off = The assault on { $hex } is struck from the list.
desert-not-yet = { $hex }: not yet decided.
desert-unmet = { $hex } had to be assaulted and was not: { $stacks } must retreat.
desert-segment-over = Combat segment { $segment } is over.{ $struck ->
    [none] {""}
   *[other] {" "}Struck as held off: { $struck }.
} The Reserve Release Segment is announced, and passes.
desert-stage-over = Operations Stage { $stage } is over.
desert-shifted = After the movement: { $left ->
    [none] no stack has left its hex
   *[other] left { $left }
}{ $entered ->
    [none] {""}
   *[other] , entered { $entered }
}.
desert-marched = Your units: { $to }{ $stopped ->
    [none] {""}
   *[other] ; stopped short: { $stopped }
}.
desert-supplied = Ammunition drawn: { $drawn }.
desert-taken = Taken in the open: { $dumps ->
    [none] no dumps
   *[other] { $dumps }
}, { $freed } freed, { $brought } points joined.
desert-warned = { $code ->
    [W-ZERO] { $n } raw points on { $what } are 0 actual points: no effect.
    [W-EMPTY] Nobody defends { $what }: if assaulted, all units there retreat three hexes and lose 3 cohesion.
    [W-GUNS] { $what } counts as lost guns: guns absorb losses only in an overrun.
    [W-SHARE] { $what } takes { $share } % instead of { $wanted } %.
   *[W-GUARD] { $n ->
        [one] { $n } prisoner point in { $what } has no guard.
       *[other] { $n } prisoner points in { $what } have no guard.
    }
}
desert-fitness = { $unit } for { $target }: { $code ->
    [free] free
    [E-AMMO] out of ammo
    [E-TASKED] tasked to another target
    [E-ADJ] not allowed here: not adjacent
    [E-BACK] not allowed here: Back fires alone
    [E-ORIGIN] not allowed here: a barrage comes from its hex already
    [E-SIX] not allowed here: six barrages already
   *[other] not allowed here
} ({ $position ->
    [back] Back
   *[forward] Forward
}).
desert-plan-shown = { $rows ->
    [none] Your sheet is empty.
   *[other] { $rows }
}
desert-roles-shown = { $rows ->
    [none] Everything is withheld.
   *[other] { $rows }
}
desert-role-unit = { $unit }: { $roles }
desert-role-probe = { $targets }: a probe
desert-role-empty = { $hex }: nobody defends; if assaulted, all units there retreat three hexes and lose 3 cohesion
desert-plan-hex = { $hex }{ $held ->
    [yes] {""}: held off, as far as you can see
    [no] {""}: not held off
   *[unknown] {""}
}
desert-plan-target = { $target }{ $alias ->
    [none] {""}
   *[other] {" "}({ $alias })
}{ $mark ->
    [holding-off] {""} - holding off
    [held-off] {""} - held off
   *[none] {""}
}
desert-plan-barrage = { $n }. { $units } from { $origins }: { $points } points{ $raw ->
    [none] {""}
   *[other] {" "}({ $raw } raw)
}
desert-plan-beside = { $where ->
    [back] Back
   *[forward] Forward
}: { $units }
desert-plan-unit = { $unit } { $code ->
    [free] free
    [E-AMMO] out of ammo
    [E-TASKED] tasked elsewhere
    [E-BACK] not here: Back fires alone
    [E-ORIGIN] not here: a barrage comes from its hex already
    [E-SIX] not here: six barrages already
   *[other] not allowed here
}
desert-draw-offered = { $role ->
    [actor] You would agree to a draw.
   *[other] { $name } would agree to a draw: say draw too if you would.
}
desert-opened = { $role ->
    [actor] Your units at the end: { $units }.
   *[other] The units of { $name } at the end: { $units }.
}
desert-ended = { $reason ->
    [destroyed] A side has no combat unit left.
    [resigned] A side has given up.
    [agreed] The sides agree to a draw.
    [over] The segment is over; it was played without a score
   *[score] The last segment is over.
}{ $role ->
    [won] {" "}You have won
    [lost] {" "}{ $name } has won
    [drawn] {" "}A draw
    [unscored] {""}
   *[other] {" "}{ $name } has won
}{ $score ->
    [none] {""}
   *[other] : { $score }
}.

# Why an order is refused (4.4)

desert-refusal-E-MUSTFIRE = { $unit } can fire at a target, and must (R-IDLE).
desert-refusal-E-AWAY = { $hex } is nearer to the enemy: a retreat must lead away (R-DIR).
desert-refusal-E-DEL = Assaults are not declined in this game (R-DEL).
desert-refusal-E-SIZE = { $n } is no size: 0 a company, 1 a battalion, 2 and 3 a brigade, 5 a division.
desert-refusal-E-UNIT = { $what } is not one of your units here.
desert-refusal-E-MISS = No position for { $what }.
desert-refusal-E-NOGUN = { $what } is not one of your units that can barrage.
desert-refusal-E-AMMO = { $unit } needs { $needs } ammo for this, has { $has }.
desert-refusal-E-ADJ = { $unit } is not adjacent to { $hex }.
desert-refusal-E-BACK = { $step ->
    [assign] { $unit } is Back and must be withheld.
   *[plan] { $unit } is Back and fires alone.
}
desert-refusal-E-ORIGIN = A barrage on { $target } already comes from { $hex }; add the unit to it or choose another target.
desert-refusal-E-SIX = A target takes at most { $n } barrages.
desert-refusal-E-SPLITB = { $why ->
    [off] { $unit } fires all its points at one target: say { $unit } alone (R-SPLITB is off in this game).
    [back] { $unit } is Back and fires all its points at one target.
    [kinds] { $unit } has points of several kinds that barrage: say of which, such as { $unit }*1/KIND ({ $kinds }).
   *[points] { $unit } has { $n } points left without a target: say { $unit }*1 to { $unit }*{ $n }.
}
desert-refusal-E-TASKED = { $unit } is already tasked to { $target }.
desert-refusal-E-TARGET = { $hex ->
    [none] No target { $what }.
   *[other] No target { $what } in { $hex }.
}
desert-refusal-E-IDLE = Neither target nor HOLD: { $what }.
desert-refusal-E-BARR = { $target } has no barrage { $n }.
desert-refusal-E-NATION = Italian guns combine only inside one hex, against { $target } too.
desert-refusal-W-ZERO = { $n } raw points are 0 actual points: no effect.
desert-refusal-E-NONE = Nothing can be done with { $what } now.
desert-refusal-E-ALIAS = { $word } cannot be a name of your own: one word of letters and digits that names nothing else.
desert-refusal-E-SUM = { $unit } must lose { $n }, you chose { $m }.
desert-refusal-E-EVEN = Take the loss from { $cargo } first: trucks are lost as evenly as possible over the cargoes.
desert-refusal-E-PIN = { $unit } is pinned.
desert-refusal-E-COH = { $unit } is at { $cohesion }; −26 or worse may not move, retreat or fight.
desert-refusal-E-FIXED = { $unit } cannot move.
desert-refusal-E-MOVED = { $unit } has moved already.
desert-refusal-E-FOUR = { $unit } did not start next to the enemy: at most 4 CP or one hex (this costs { $n }).
desert-refusal-E-ZZ = { $a }-{ $b }: a unit may not step from one enemy-controlled hex straight into another.
desert-refusal-E-STOP = { $unit } must stop in { $hex } (enemy zone of control).
desert-refusal-E-OCC = { $hex } is enemy-occupied.
desert-refusal-E-TERRAIN = { $unit } cannot { $what ->
    [enter] enter
    [assault] assault
   *[fire] fire into
} { $hex } from { $origin }: { $terrain }.
desert-refusal-E-NEXT = { $hex } is not next to { $origin }.
desert-refusal-E-HEX = { $what } is not a hex for this order.
desert-refusal-E-STACK = { $hex } would hold { $n } of { $m } stacking points.
desert-refusal-E-BLOW = { $unit } cannot blow { $dump }: { $why ->
    [gun] it is a gun
    [start] it did not start there
    [tried] it has tried
   *[leave] it must then leave the hex
}.
desert-refusal-E-RETREATED = { $unit } has retreated into its hex and must be withheld.
desert-refusal-E-AARATE = { $unit } has no anti-armour rating.
desert-refusal-E-CARATE = { $unit } has points without a rating for close assault.
desert-refusal-E-SPLIT = { $unit }: all { $n } points must go to anti-armour or close assault.
desert-refusal-E-ONEHEX = { $unit } may attack one hex (or one pair) only.
desert-refusal-E-PAIR = { $e1 } and { $e2 } must touch each other and { $f }.
desert-refusal-E-PAIRX = { $e } is part of { $f }'s two-hex assault; units of { $g } may not join.
desert-refusal-E-PAIRBOTH = Units of { $f } must assault both { $e1 } and { $e2 } or neither.
desert-refusal-E-MUST = { $hex } must be assaulted: its zone of control covers { $covers }.
desert-refusal-E-NOBODY = Nobody in { $hex } is free and able to do this.
desert-refusal-E-DONE = { $hex } has been resolved.
desert-refusal-E-NOTAA = Nothing is assigned against { $hex }.
desert-refusal-E-ARMOR = Your choice is worth { $s }; it must { $exceed ->
    [exceed] exceed
   *[meet] be at least
} { $D }.
desert-refusal-E-POOL = { $unit } was not exposed.
desert-refusal-E-NOCA = No assault on { $hex } is waiting.
desert-refusal-E-HELD = { $hex } is not held off and may not be declined.
desert-refusal-E-BUSY = The other side has not decided about this assault yet.
desert-refusal-E-STRIKE = { $hex } is not held off.
desert-refusal-E-PATH = There is no legal way to { $hex }.
desert-refusal-E-GROUP = All units in { $hex } find room together: they retreat to one hex.
desert-refusal-E-FORCED = These units must retreat; a way exists.
desert-refusal-E-RAW = You must lose { $n } points; your choice is worth { $s }.
desert-refusal-E-SHARE = { $hex } must take { $n } points as its share; your choice is worth { $s }, and one more of its points still fits.
desert-refusal-E-GUNS = Guns absorb these losses only in an overrun.
desert-refusal-E-VUL = You must lose { $V } points of vulnerability; your choice is worth { $s }.
desert-refusal-E-GUNBACK = { $unit } is Back and not exposed.
desert-refusal-E-CAP = You must give up { $K } points; your choice is worth { $s }.
desert-refusal-E-THREE = { $hex } is more than 3 from { $e }.
desert-refusal-E-EZOC = { $hex } is enemy-occupied or in an enemy zone of control.
desert-refusal-E-INF = Only infantry points can become guards: { $unit } has none left.
desert-refusal-E-LEFT = { $n } captured points are not placed yet.
desert-refusal-E-NEAR = The way to { $hex } leads nearer to { $e }.
desert-refusal-E-BASE = Write base for each of { $hex }, or for none.
desert-refusal-E-DECLARE = Type the enemy's strength in { $hex }, or nobody.
desert-refusal-E-CPA = { $unit } has a CPA of { $n }; this costs { $m }.

# Why an order may be worth considering, in a few words.
desert-hint = { $what ->
    [fwd] all guns forward: they fire together
    [back] all guns back: safer from assault
    [aim] { $n ->
        [one] one unit
       *[other] { $n } units together
    }: { $points } actual points
    [aims] { $n } units, each by itself: { $points } actual points
    [shots] { $hex } shoots at armour and is not defended
    [defend] everybody in { $hex } fights
    [attack] { $hex } against { $target }
    [must] { $target } must be assaulted
    [lose] the cheapest that is enough
    [running] then { $n } of { $of } are chosen
    [move] towards { $goal }
    [bring] to the nearest place
    [retreat] out of the assault
    [stand] stays, and loses more
    [rba] leaves before the assault
    [quiet] saves ammunition, and is not seen firing
    [hold] does nothing this time
    [ok] { $step ->
        [firing] all guns fire
        [retreat] nobody leaves
        [move] nobody else moves
       *[other] the sheet is complete
    }
    [auto] what is played if you say nothing
    [assault] this one now
    [pickaa] fire here now
    [decline] leave the enemy that is held off alone
    [done] no more anti-armour fire
    [retreatsome] there is no room for all
    [clear] start again: too many would end in one hex
   *[other] {""}
}
