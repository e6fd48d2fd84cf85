"""Recognises neutral text around orders: greetings, thanks, names, and additions by programs.

Only phrases known here are neutral. Any other words in a mail with orders may withdraw them or add
a condition, in any language, so the referee asks. A phrase belongs here only if it can't change or
cancel an order.
"""

import re
import unicodedata
from collections.abc import Sequence

from mail.parse import chat, quotes
from mail.parse.quotes import CLOSING, GREETING, TAGLINE

HALTS = frozenset(
    "wait stop no not never oops cancel ignore scratch forget sorry actually undo instead "
    "maybe hold nope nein nicht halt stopp"
    " warte doch egal non pas attends arrête attendez espera para ahora aspetta fermo "
    "wacht niet nee nie czekaj stój нет не стой"
    " подожди 不 等 別 别 or if oder ou falls wenn se si als else otherwise unless".split()
)
"""Words that can't be names below a farewell."""
DOUBTS = frozenset("❌✖❎🚫⛔🛑👎🤔❓❔⁉✋🤚🙅🔄🔁↩↪⏪⏸⏳⌛")
"""Emoji that say no, ask, or want to go back."""
SMILEY = re.compile(
    r"(?<![^\s.,!)])[:;=8xX]['’]?[-o^]?[)DPp3*|/\\\]dO(](?![\w])|<3|\^\^|\^_\^|:-?\)+"
)
CLAUSE = re.compile(r"[.!,;:…。！，；：、~～()\[\]\"“”«»]+|\s[-–—]+\s|(?<=\s)[-–—]+$|^[-–—*]+\s")

GOOD = (
    r"(?:great|good|nice|fun|lovely|exciting|tense|fantastic|awesome|brilliant|amazing|wonderful|"
    r"excellent|well|cool|super|happy|beautiful|clever|neat|lucky|pleasant|merry|sunny)"
)
THING = (
    r"(?:games?|one|moves?|shots?|turns?|rounds?|plays?|day|evening|night|morning|afternoon|"
    r"week(?:end)?|"
    r"start|luck|fun|time|trip|holidays?|birthday|christmas|easter|new year|work|fight|"
    r"match|battle|"
    r"guess|hits?|job|stuff|party|played|done)"
)
WHEN = (
    r"(?:soon|later|tomorrow|tonight|again|around|then|there|next (?:week|time|turn|month)|this"
    r" weekend|at the weekend|on (?:the weekend|\w{3,6}day)|in the evening)"
)
ALL = (
    r"(?: (?:all|everyone|everybody|guys|folks|both|mate|friends?|too|there|again|indeed|"
    r"as always|so far|to you(?: all)?|to all))*"
)
MY_ORDERS = r"(?:order|orders|move|moves|turn|answer|plan|next move|next order|orders? sheet)"
FOR_NOW = (
    r"(?: for (?:now|today|tonight|(?:this|the next|the) (?:turn|round|move|week)|(?:turn|"
    r"round|question) \d{1,3}))?"
)

ENGLISH = rf"""
- (?:(?:that|this|it) (?:was|is) |that's |it's |what |such |had |have |having |enjoy |
(?:i )?wish(?:ing)? (?:you|u|everyone)(?: all)? )?(?:an? |your )?(?:really |very |so |such |
quite |pretty )*{GOOD}(?: {THING}){{0,2}}{ALL}
- (?:have|having|enjoy)(?: an?| your| the)? {THING}{ALL}|(?:i'm |we're )?having (?:lots of |
so much |a lot of )?fun
- (?:many |with )?(?:thanks|thank you|thank u|thx|ty|cheers)(?: (?:so|very|a) (?:much|
lot))?(?: (?:again|all|everyone|everybody|in advance|guys))*(?: for (?:the|your|this|a|all(?: the|
 your)?|organi[sz]ing|running|hosting|waiting|playing|reminding)(?: (?:the|this|your|me|us|it|
great|good|nice|quick|fast|kind|lovely|long|fun))*(?: (?:games?|mail|e-?mail|message|reminder|
patience|reply|report|update|turn|move|map|match|help|round|work|invitation|invite|info|
referee))?)?
- (?:i'?ll |we'?ll )?(?:see|talk to|speak to|write to|catch|meet) (?:you|ya|u)(?: all| guys| both|
 everyone)?(?: {WHEN})*|(?:talk|speak|write) (?:soon|later)|see you
- (?:so |ok |okay |and |now )?(?:here|these|this|below|following) (?:is|are|'s|come|comes|
goes)(?: (?:my|our|the))?(?: {MY_ORDERS}){FOR_NOW}|here's my {MY_ORDERS}{FOR_NOW}|here (?:it is|
it goes|we go|goes|goes nothing|you go|you are|they are)
- (?:and |so |now )?(?:my |our )?{MY_ORDERS}{FOR_NOW}(?: (?:is|are)(?: (?:as follows|below|here|
these|this|the following))?)?|as follows
- i(?:'ll|'d like to| will| would like to)? (?:play|choose|go with)(?: this| the following)?
- sorry(?: again)? (?:for|about) (?:the |my |being |such a |this )*(?:late|slow|long|short|
delayed)? ?(?:delay|late|reply|answer|wait|response|silence|slow)?|sorry (?:that )?(?:i'm|i am|
i was) (?:so |a bit |a little )?late
- (?:it's |it is )?(?:now )?your (?:turn|move|go)(?: now)?|over to you|you're (?:up|next)|
take (?:that|this|care)|gotcha|bring it on|let's (?:go|see|roll|play)|fingers crossed|
wish me luck|no hard feelings|may the (?:best|better) (?:man|player|woman|one) win
- (?:i'm |i am |we're )?(?:really )?(?:looking|look) forward to (?:it|this|the (?:game|result|
next (?:turn|round|move))|your (?:move|reply|answer|turn))
- (?:i )?hope (?:you(?:'re| are)?|all|everyone|everything)(?: is| are)?(?: all)?(?: well|
 doing well| fine| ok| okay| good| having (?:fun|a (?:good|great|nice) (?:day|week|weekend|time|
evening)))+|(?:i )?hope this (?:works|helps|hits)|how are you(?: all| doing)?|how's (?:it going|
everybody|everyone|life)
- (?:best |kind |warm |many )?(?:greetings|regards|wishes)(?: from [\w' ]{{2,30}})?|all the best|
best|have fun|enjoy|cheers|lol|(?:ha|he|hi|ho){{2,6}}h?|haha+|rofl|lmao|yay|woo+|woo?hoo|boom|
ouch|wow|phew|hooray|hurrah|gg|glhf|gl|hf|gl hf|wp|gg wp|bye(?: bye)?|goodbye|cu|ttyl|xoxo|hi|
hello|hey|hiya|dear|br|kr|rgds|rgs|kind rgds|welcome(?: back)?|congrat(?:ulation)?s|congrats|
well (?:done|played)|yours
- please excuse (?:my )?(?:brevity|(?:any )?typos)|excuse (?:my )?(?:brevity|(?:any )?typos)
"""
GERMAN = r"""
- (?:das war |das ist |war |was für )?(?:wirklich |echt |ja |sehr |so |ganz )*(?:eine?n? |der |
die |das )?(?:tolle[srn]?|schöne[srn]?|gute[srn]?|super|klasse|spannende[srn]?|nette[srn]?|prima|
spitze|stark|starke[srn]?|gut|schön|toll|spannend|frohe[srn]?)(?: (?:spiel|partie|zug|züge|runde|
schuss|treffer|abend|tag|woche|wochenende|morgen|nacht|gespielt|gemacht|start|urlaub|idee|ostern|
weihnachten))?(?: (?:bisher|euch|dir|ihnen|allen|alle|zusammen|allerseits|noch|wieder))*
- (?:ich wünsche |wünsche )?(?:dir |euch |ihnen |allen )?(?:noch )?(?:einen? |ein |
eine )?(?:schöne[nrs]?|guten?|angenehme[nrs]?) (?:abend|tag|woche|wochenende|morgen|nacht|sonntag|
urlaub|restwoche|feiertage)(?: noch| euch| dir| allen| zusammen)*|viel (?:glück|spaß|spass|
erfolg)(?: allen| euch| dir| noch| weiterhin)*
- (?:vielen |herzlichen |besten )?dank(?:e)?(?: (?:schön|sehr|dir|euch|ihnen|auch|nochmals?|
im voraus|allen))*(?: (?:für|fürs) (?:(?:die|das|den|eure|deine|euer|dein|ihre|schnelle[n]?|
tolle[ns]?|geduld|warten|spiel|erinnerung|mail|nachricht|antwort|organisieren|einladung|partie|
bericht) ?)+)?
- bis (?:dann|bald|morgen|später|demnächst|nächste woche|nachher|zum nächsten mal)|
(?:wir )?(?:sehen|hören|lesen) uns(?: morgen| bald| dann| später)?|tschüss|tschüß|ciao|servus|
hallo|moin|hi|mahlzeit|guten (?:tag|morgen|abend)|liebe[rn]? (?:alle|leute|freunde)|
hallo (?:zusammen|alle|leute)
- (?:so |und |also )?(?:hier |anbei )?(?:ist |sind |kommt |kommen )?(?:mein|meine|unser|unsere|
der|die)? ?(?:zug|züge|befehl|befehle|antwort|spielzug|anweisung|anweisungen)(?: für (?:heute|
diese runde|diesen zug|die runde))?(?: (?:lautet|lauten|ist|sind|wie folgt))?|wie folgt|
ich (?:spiele|ziehe|nehme)(?: folgendes)?
- (?:sorry|entschuldigung|entschuldigt|tut mir leid|verzeihung) (?:(?:für|wegen) )?(?:(?:die|der|
das|meine|so|lange|späte|verspätete|verspätung|verzögerung|antwort|warten|spät) ?)+|
sorry für die verspätung
- (?:du bist|ihr seid) (?:dran|am zug)|(?:jetzt )?(?:bist|seid) (?:du|ihr) dran|los geht'?s|
auf geht'?s|daumen drücken|ich freue mich(?: schon)?(?: auf (?:den nächsten zug|das spiel|
die nächste runde|eure antwort))?|(?:ich )?hoffe (?:es geht )?(?:dir|euch|ihnen|allen)(?: geht es|
 geht's)? gut|wie geht'?s(?: dir| euch)?
- (?:(?:mit )?(?:freundlichen?|besten?|lieben?|herzlichen?|viele|schöne|liebe|
beste) )?(?:grüße?n?|grüsse?n?|gruß|gruss)(?: (?:aus|an|von|vom) [\w ]{2,30})?|mfg|lg|vg|haha+|
hihi+|juhu+|hurra|glückwunsch|gratulation|gratuliere|alles gute|alles klar bei euch
"""
FRENCH = r"""
- (?:c'était |c'est |quelle? |une? |très |vraiment |trop |bien )*(?:belle|beau|bonne?|super|
géniale?|excellente?|chouette|joli|jolie|bravo|sympa|passionnante?)(?: (?:partie|jeu|coup|tour|
tir|soirée|journée|semaine|week-end|nuit|chance|continuation|match|année|fête|après-midi|idée|
joué))?(?: (?:à tous|à toutes et tous|à toi|à vous|tout le monde|jusqu'ici))?
- (?:je (?:vous|te) souhaite )?(?:une? )?(?:très )?(?:bonne|bon|belle|excellente?) (?:soirée|
journée|semaine|week-end|nuit|chance|continuation|après-midi|fin de semaine|vacances)(?: à tous|
 à toi| à vous)?|bonne chance(?: à tous)?|amusez-vous bien|amuse-toi bien
- (?:merci|merci bien|mille mercis|merci beaucoup|un grand merci)(?: (?:beaucoup|encore|à tous|
d'avance|bien))*(?: (?:pour|de) (?:(?:la|le|les|votre|ta|ton|cette|vos|belle|rappel|partie|
patience|réponse|message|jeu|organisation|invitation|attente|mail) ?)+)?
- à (?:demain|bientôt|plus|plus tard|la prochaine|tout à l'heure|ce soir|la semaine prochaine|
lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|au revoir|salut(?: à tous)?|
bonjour(?: à tous| tout le monde)?|bonsoir(?: à tous)?|coucou|chers? (?:tous|amis)
- (?:alors |et )?(?:voici |voilà )?(?:mon|mes|ma|notre|nos)? ?(?:ordre|ordres|coup|coups|tour|
réponse|mouvement|mouvements)(?: pour (?:ce tour|aujourd'hui))?(?: (?:est|sont|ci-dessous|:))?|
je joue(?: ceci)?|comme suit
- (?:désolée?|pardon|excusez-moi|toutes mes excuses) (?:(?:pour|du|de|le|la|ma|mon|retard|réponse|
tardive|délai|attente|être|en) ?)+
- (?:c'est )?(?:à (?:toi|vous|ton tour|votre tour)(?: de jouer)?)|en avant|c'est parti|
que le meilleur gagne|comment (?:ça va|allez-vous|vas-tu)|ça va|j'espère que (?:tu vas|vous allez|
tout va) bien|hâte de (?:voir la suite|continuer)
- bien (?:cordialement|à (?:vous|toi))|cordialement|amicalement|amitiés|bises?|bisous|bravo|haha+|
hihi+|mdr|ptdr|youpi|félicitations
"""
SPANISH = r"""
- (?:qué |que |ha sido |fue |es |una? |muy |realmente )*(?:buena?|buen|gran|genial|bonita?|
excelente|estupend[oa]|divertid[oa]|emocionante|fantástic[oa])(?: (?:partida|juego|jugada|turno|
tiro|día|tarde|noche|semana|fin de semana|suerte|ronda|disparo|viaje|trabajo))?(?: (?:a todos|
chicos|todos))?
- (?:que )?(?:tengas?|tengan|tened|pasad|pasa|pasen|os deseo|te deseo|les deseo)(?: un| una|
 muy)*(?: (?:buen|buena|feliz|bonito|gran))* (?:día|tarde|noche|semana|fin de semana|finde)|
(?:mucha |buena )?suerte(?: a todos)?|buenos días|buenas(?: tardes| noches)?|feliz (?:día|semana|
fin de semana|navidad|año)
- (?:muchas |mil )?gracias(?: (?:a todos|de nuevo|de antemano|otra vez))*(?: por (?:(?:la|el|tu|
su|vuestra|los|partida|juego|paciencia|espera|esperar|respuesta|mensaje|recordatorio|correo|
invitación|organizar|todo) ?)+)?
- hasta (?:luego|pronto|mañana|la próxima|la vista|el \w{5,9})|nos vemos(?: mañana| pronto|
 luego)?|adiós|chao|hola(?: a todos| chicos)?|saludos(?: a todos| desde [\w ]{2,30})?|
un (?:saludo|abrazo)(?: a todos)?|abrazos?|besos
- (?:y |bueno |pues )?(?:aquí |ahí )?(?:está|están|va|van|tienes|tienen)? ?(?:mi|mis|la|las|
nuestra)? ?(?:orden|órdenes|jugada|jugadas|movimiento|movimientos|turno|
respuesta)(?: (?:para )?(?:este turno|hoy))?(?: (?:es|son|la siguiente|las siguientes))?|aquí va|
juego(?: esto)?|como sigue
- (?:perdón|perdonad|disculpa|disculpad|disculpen|lo siento|siento) (?:(?:por|el|la|mi|retraso|
tardanza|demora|tardar|respuesta|tardía|tanto) ?)+
- (?:es )?(?:tu|su|vuestro) turno|te toca(?: a ti)?|vamos|adelante|allá va|ja(?:ja)+|je(?:je)+|
bravo|enhorabuena|felicidades|felicitaciones|que gane el mejor|cómo estás?|cómo están|
espero que (?:estés|estén|estéis|todo vaya) bien
"""
ITALIAN = r"""
- (?:che |è stata? |è |una? |molto |davvero |proprio )*(?:bella|bello|bel|buona?|buon|ottim[oa]|
grande|fantastic[oa]|splendid[oa]|divertente|emozionante)(?: (?:partita|gioco|mossa|turno|tiro|
colpo|giornata|serata|settimana|fine settimana|weekend|notte|fortuna|lavoro|pomeriggio|
divertimento))?(?: (?:a tutti|ragazzi|a te|a voi))?
- buon(?:a|o)? (?:giornata|serata|notte|settimana|fine settimana|weekend|fortuna|pomeriggio|
divertimento|natale|viaggio|gioco|partita)(?: a tutti)?|in bocca al lupo(?: a tutti)?|
buongiorno(?: a tutti)?|buonasera(?: a tutti)?|ciao(?: a tutti| ragazzi)?|salve
- (?:molte |mille |tante )?grazie(?: (?:mille|a tutti|ancora|in anticipo|tante))*(?: (?:per|della|
del|dell') ?(?:(?:la|il|l'|tua|vostra|partita|gioco|pazienza|attesa|risposta|messaggio|promemoria|
invito|aver aspettato) ?)+)?
- a (?:domani|presto|dopo|più tardi|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)|
alla prossima|ci vediamo(?: domani| presto| dopo)?|arrivederci|ci sentiamo(?: presto| domani)?|
saluti(?: a tutti| da [\w ]{2,30})?|un (?:saluto|abbraccio)(?: a tutti)?|cordiali saluti|baci
- (?:e |allora )?(?:ecco |qui )?(?:il |la |le |i )?(?:mio|mia|miei|mie)? ?(?:ordine|ordini|mossa|
mosse|turno|risposta)(?: (?:per )?(?:questo turno|oggi))?(?: (?:è|sono|la seguente|i seguenti))?|
gioco(?: questo)?|come segue
- (?:scusa|scusate|scusi|mi dispiace|spiacente) (?:(?:per|il|la|mio|ritardo|attesa|risposta|in|
tardiva) ?)+
- (?:è il |è )?(?:tuo|vostro) turno|tocca a (?:te|voi)|andiamo|si parte|vai|che vinca il migliore|
ah(?:ah)+|eh(?:eh)+|bravo|brava|complimenti|congratulazioni|come (?:stai|va|state)|
spero (?:che )?(?:tu stia|stiate|tutto) bene
"""
NORDIC = r"""
- ha det(?: bra| så bra)?|hej ?då|vi ses|vi høres|vi hörs|hilsen|hilser|
(?:med )?vänlig(?:a)? hälsning(?:ar)?|(?:(?:med )?venlig )?hilsen|mvh|vh|lycka till|held og lykke|
lykke til|god (?:helg|kväll|aften|weekend|dag|natt)|tack(?: så mycket| för [\w ]{2,20})?|
tak(?: for [\w ]{2,20})?|takk(?: for [\w ]{2,20})?|kiitos|terveisin|onnea
"""
DUTCH = r"""
- (?:wat een |dat was |het was |een |erg |heel |echt |zeer )*(?:mooie?|leuke?|goede?|goed|
geweldige?|spannende?|prachtige?|fijne?|lekkere?|prettige?|gezellige?|prettig)(?: (?:spel|
spelletje|partij|potje|zet|beurt|ronde|schot|dag|avond|week|weekend|nacht|ochtend|middag|gespeeld|
gedaan|reis|vakantie))?(?: (?:allemaal|iedereen|nog|verder|jullie))*
- (?:heel )?veel (?:plezier|succes|geluk)(?: allemaal| iedereen| nog)*|succes(?: allemaal)?|
goedemorgen|goedemiddag|goedenavond|goeden?dag|hallo(?: allemaal)?|hoi(?: allemaal)?|
dag(?: allemaal)?|beste (?:allen|allemaal)
- (?:hartelijk |heel erg |erg )?(?:dank(?: je(?: wel)?| u| jullie)?|bedankt|dankjewel|
dankuwel)(?: (?:allemaal|nogmaals|alvast|wel))*(?: voor (?:(?:de|het|je|jullie|uw|spel|geduld|
wachten|herinnering|mail|bericht|antwoord|uitnodiging|partij) ?)+)?
- tot (?:ziens|morgen|gauw|snel|later|straks|volgende week|de volgende keer|dan)|doei|groet(?:en|
jes)?(?: uit [\w ]{2,30}| van [\w ]{2,30}| aan allen)?|(?:met )?vriendelijke groet(?:en)?|mvg|
(?:ik )?hoop dat het goed gaat|hoe gaat het(?: met je| met jullie)?
- (?:en |dus )?(?:hier |hierbij )?(?:is |zijn |komt |komen )?(?:mijn|onze|de|het)? ?(?:zet|zetten|
bevel|bevelen|opdracht|opdrachten|order|orders|beurt|antwoord)(?: voor (?:deze beurt|deze ronde|
vandaag))?(?: (?:is|zijn|als volgt))?|als volgt|ik speel(?: dit)?
- (?:sorry|excuses|mijn excuses|excuus) (?:(?:voor|de|het|mijn|late|vertraging|reactie|antwoord|
wachten|dat|ik|zo|laat|ben) ?)+
- (?:jij|jullie) (?:bent|zijn) (?:aan de beurt|aan zet)|jouw beurt|daar gaan we|haha+|hihi+|hoera|
gefeliciteerd|gefeliciteerd allemaal|moge de beste winnen
"""
POLISH = r"""
- (?:co za |to był[ao]? |to jest |bardzo |naprawdę )*(?:świetn[yae]|dobr[yaej]+|super|fajn[yae]|
miłe(?:go|j)?|miły|miła|ładn[yae]|wspaniał[yae]|udane(?:go|j)?|spokojne(?:go|j)?)(?: (?:gra|
partia|ruch|strzał|runda|dnia|wieczoru|wieczór|tygodnia|weekendu|zabawa|zabawy|robota|nocy|dzień|
tura))?(?: (?:wszystkim|wam|ci))?
- (?:życzę )?(?:wam |ci |wszystkim )?(?:miłego|dobrego|udanego|spokojnego) (?:dnia|wieczoru|
weekendu|tygodnia)|(?:dużo )?powodzenia(?: wszystkim)?|dobrej (?:nocy|zabawy)|dobranoc|
dzień dobry|dobry wieczór|cześć(?: wszystkim)?|hej(?: wszystkim)?|witam|witajcie|siema
- (?:wielkie |bardzo |serdecznie )?(?:dzięki|dziękuję|dziękujemy|dzięki wielkie)(?: (?:bardzo|
wszystkim|jeszcze raz|z góry|wielkie|serdecznie))*(?: za (?:(?:grę|partię|cierpliwość|czekanie|
przypomnienie|wiadomość|odpowiedź|zaproszenie|świetną|tę|twoją|waszą) ?)+)?
- do (?:jutra|zobaczenia|usłyszenia|następnego razu|następnej tury|widzenia)|na razie|pa(?: pa)?|
pozdrawiam(?: serdecznie| wszystkich)?|pozdrowienia(?: z [\w ]{2,30}| dla wszystkich)?|
trzymaj(?:cie)? się
- (?:a )?(?:oto |tutaj )?(?:mój|moje|mój|nasze)? ?(?:rozkaz|rozkazy|ruch|ruchy|odpowiedź|tura|
zagranie)(?: (?:na|w) (?:tę turę|tej turze|dziś))?(?: (?:to|są))?|gram(?: tak)?
- (?:przepraszam|sorki|sorry|wybacz(?:cie)?) za (?:(?:opóźnienie|zwłokę|późną|odpowiedź|
spóźnienie|czekanie|moje) ?)+
- (?:twój|wasz|twoja) (?:ruch|kolej|tura)|no to gramy|do dzieła|niech wygra lepszy|ha(?:ha)+|
he(?:he)+|hura|brawo|gratulacje|gratuluję|jak się masz|co słychać|
mam nadzieję że wszystko (?:w porządku|dobrze)
"""
RUSSIAN = r"""
- (?:это была? |какая |какой |очень |просто )*(?:отличн(?:ая|ый|ого|ой)|хорош(?:ая|ий|его|ей|о)|
классн(?:ая|ый)|супер|здорово|прекрасн(?:ая|ый|ого)|интересн(?:ая|ый)|красив(?:ая|ый|о)|
удачн(?:ого|ой|ый)|приятн(?:ого|ой))(?: (?:игра|игры|партия|ход|выстрел|раунд|дня|вечера|недели|
выходных|ночи|сыграно|работа))?(?: (?:всем|вам|тебе))?
- (?:желаю )?(?:всем |вам |тебе )?(?:хорошего|удачного|приятного|хороших|доброго) (?:дня|вечера|
выходных|утра)|(?:всем )?(?:удачи|успехов)(?: всем| тебе| вам)?|доброе утро|добрый (?:день|вечер)|
доброй ночи|спокойной ночи|привет(?: всем)?|всем привет|здравствуйте|здравствуй
- (?:большое |огромное )?спасибо(?: (?:большое|всем|ещё раз|еще раз|заранее|
огромное))*(?: за (?:(?:игру|партию|терпение|ожидание|напоминание|письмо|ответ|приглашение|вашу|
твою|отличную|быстрый|хорошую) ?)+)?
- до (?:завтра|свидания|встречи|скорого|скорой встречи|связи)|увидимся(?: завтра| скоро)?|
пока(?: всем)?|всего (?:доброго|хорошего)|с уважением|с наилучшими пожеланиями|обнимаю
- (?:а |и |итак )?(?:вот )?(?:мой|мои|наш|наши)? ?(?:ход|ходы|приказ|приказы|ответ|ответы|команда|
команды)(?: на (?:этот ход|сегодня))?|играю(?: так)?|хожу(?: так)?
- (?:извини|извините|простите|прости|прошу прощения) за (?:(?:задержку|опоздание|поздний|ответ|
ожидание|долгое) ?)+
- (?:твой|ваш) ход|поехали|вперёд|вперед|пусть победит сильнейший|(?:ха|хе|хи){2,6}х?|аха(?:ха)+|
ура|браво|поздравляю|как (?:дела|ты|вы)|надеюсь у (?:тебя|вас) всё хорошо
"""
CHINESE = r"""
- (?:真是|這是|这是|好|很|非常|真)*(?:精彩|好玩|有趣|漂亮|好棒|棒|厲害|厉害|不錯|不错|開心|
开心)(?:的)?(?:一?局|一?場|比賽|比赛|遊戲|游戏|一步|一手|
一擊|一击)?(?:啊|喔|哦|呀|呢|了)?|好(?:球|棋|招|戲|局)
- (?:祝)?(?:大家|你|您|各位)?(?:好運|好运|順利|顺利|玩得開心|玩得开心|玩得愉快|週末愉快|
周末愉快|晚安|早安|午安|早上好|晚上好|下午好|愉快|有美好的一天)
- (?:大家|你們|你们|各位|您)?(?:好|早|晚上好|早上好)|嗨|哈囉|哈啰|你好|您好|大家好|各位好
- (?:非常|多|十分|太)?(?:感謝|感谢|謝謝|谢谢|謝啦|谢啦|多謝|多谢)(?:大家|你|您|各位|裁判|了|啦|
你們|你们)*(?:的)?(?:耐心|等待|等候|提醒|回覆|回复|
來信|来信|邀請|邀请|遊戲|游戏|主持)*
- (?:明天|下次|回頭|回头|待會|待会|改天|下週|下周|晚點|晚点)見?见?|再見|再见|拜拜|掰掰|此致|
敬禮|敬礼|祝好|敬上
- (?:以下|下面|這|这)?(?:就)?(?:是)?(?:我的|我們的|我们的)?(?:指令|命令|行動|行动|回合|這一步|
这一步|走法|答案|回覆|回复)(?:如下|在此|在下面|是)?|
如下|我(?:下|走|出)
- (?:抱歉|不好意思|對不起|对不起)?(?:回覆|回复|回信|拖)?(?:晚了|遲了|迟了|這麼晚|这么晚|拖延|
讓大家久等了?|让大家久等了?|久等了)
- (?:輪到|轮到|換|换)(?:你|您|你們|你们)了?|該你了|该你了|加油|哈{1,8}|嘿{2,8}|呵{2,8}|耶|恭喜|
太棒了|棒|最近(?:好嗎|好吗|怎麼樣|怎么样)
"""


def compiled(languages: Sequence[str]) -> re.Pattern[str]:
    """Return one pattern for all phrases. In the texts each dash begins a phrase, whose lines are
    joined without a blank.
    """
    phrases = (part.replace("\n", "") for text in languages for part in text.split("\n- "))
    return re.compile("(?:" + "|".join(f"(?:{one})" for one in phrases if one) + ")", re.I)


LATIN = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, NORDIC, DUTCH, POLISH]
PHRASE = compiled([*LATIN, RUSSIAN, CHINESE])
"""A clause that doesn't affect the orders."""
ASKED = re.compile(
    r"how (?:are you(?: all| doing)?|is (?:it going|everyone|everybody)|about that)|"
    r"wie geht'?s(?: dir| euch)?|"
    r"(?:comment )?ça va|comment allez-vous|(?:qué tal|cómo est[aá]n?s?)|come (?:stai|va|"
    r"state)|hoe gaat het|"
    r"co słychać|jak się masz|как дела|最近(?:好嗎|好吗|怎麼樣|怎么样)|all (?:well|good)",
    re.I,
)
"""A question that expects no answer."""

LINK = re.compile(r"(?:<?(?:https?://|www\.|mailto:|tel:)[^\s>]+>?|[^\s<>@]+@[^\s<>@]+\.\w+)", re.I)
PLACED = re.compile(r"<[^<>\s]{1,80}\.(?:png|jpe?g|gif|svg)>|\[(?:cid|image):[^\]]{0,200}\]", re.I)
"""A placeholder that a program inserts for a picture."""
PRONOUNS = re.compile(r"\((?:\w{2,5}/\w{2,5}(?:/\w{2,6})?)\)")
"""Pronouns such as she/her after a name."""
CONTACTS = frozenset(
    "tel telefon telephone phone ph mobile mobil mob handy cell fax office home e-mail "
    "email mail web www"
    " website skype t m p f e w direct tél tlf móvil cellulare тел 電話 电话 手機 手机".split()
)
ADDED = re.compile(
    r"(?:sent|get|mailed|written|secured|gesendet|envoyé|enviado|inviato|verzonden|wysłano|"
    r"отправлено)\b"
    r".{0,60}\b(?:from|with|via|using|for|von|mit|de|da|do|depuis|desde|con|met|z|с|из|"
    r"in)\b.{0,120}|"
    r"get (?:bluemail|outlook) for .{2,30}|yahoo mail: .{5,60}|.{0,20}\bno virus found\b.{0,80}|"
    r"this (?:e-?mail|message) (?:has been|was) (?:scanned|checked|sent|secured).{0,120}|"
    r"diese (?:e-?mail|nachricht) wurde .{5,120}(?:gesendet|geprüft)\.?|"
    r"please excuse .{0,20}brevity\W*|perdonate la brevità\W*|外部.{0,4}(?:郵件|邮件).*|"
    r"\w{2,12}から送信|"
    r"outlook (?:for|für|pour|para|per|voor) .{2,40}",
    re.I,
)
"""A line added by a program."""
COMPANY = re.compile(
    r"\b(?:confidential(?:ity)?|intended (?:only |solely )?for|intended recipients?|"
    r"privileged|unauthori[sz]ed|"
    r"external (?:e-?mail|sender|message)|originated (?:from )?outside|"
    r"outside (?:of )?(?:the|your|our)"
    r" organi[sz]ation|consider the environment|think before (?:you )?print|do(?:n't|"
    r" not) often get"
    r" (?:e-?mail|email)|learn why this is important|registered (?:office|in)|vertraulich\w*|"
    r"amtsgericht|geschäftsführer|handelsregister|umwelt|confidentiel\w*|destinataires?|"
    r"confidencial\w*|destinatarios?|riservat\w*|destinatari\w*|vertrouwelijk\w*|"
    r"geadresseerde|poufn\w*|"
    r"adresat\w*|конфиденциальн\w*|disclaimer)\b|保密|機密|机密|收件人",
    re.I,
)
"""Words from notices that companies put above or below each mail."""
LONG = 45
"""A program may have wrapped a line that is longer than this many characters."""
MOST = 300
"""Maximum number of characters of a line that are read."""


def is_neutral(line: str, names: Sequence[str] = ()) -> bool:
    """Return whether a line can't affect the orders in the same mail. ``names`` are those of the
    people at the table, in lower case.
    """
    if len(line) > MOST or DOUBTS.intersection(line):
        return False
    if GREETING.match(line) or CLOSING.match(line) or TAGLINE.match(line) or ADDED.fullmatch(line):
        return True
    text = LINK.sub(" ", PLACED.sub(" ", line))
    text = SMILEY.sub(" ! ", text)
    text = "".join("!" if unicodedata.category(c) in ("So", "Sk", "Cs") else c for c in text)
    asked = "?" in text or "？" in text
    said = [clause for part in CLAUSE.split(text) if (clause := plain(part))]
    if text != line and not said:
        return True  # only emoji and addresses
    words = [word for clause in said for word in clause.split()]
    reach = all(word in CONTACTS or word in names or word.isdigit() for word in words)
    if reach and (text != line or any(word in CONTACTS and len(word) > 2 for word in words)):
        return text != line or any(sign.isdigit() for sign in line)
    if asked:
        return len(said) == 1 and bool(ASKED.fullmatch(said[0].rstrip("?？ ")))
    if "/" in text or "\\" in text:
        return False
    others = [one for one in said if not all(word in names for word in one.split())]
    if said and not others:
        return False
    return all(is_phrase(without_names(one, names)) for one in others)


def is_harmless(line: str, names: Sequence[str] = ()) -> bool:
    """Return whether a line is neutral, or chat that can't affect the orders."""
    if is_neutral(line, names):
        return True
    rest = " ".join(clauses(line, names))
    return not DOUBTS.intersection(line) and any(chat.is_chat(one, names) for one in (line, rest))


def clauses(text: str, names: Sequence[str] = ()) -> list[str]:
    """Return the clauses of a text that aren't neutral phrases or names."""
    parts = [part.strip() for part in CLAUSE.split(SMILEY.sub(" ! ", text))]
    return [
        part
        for part in parts
        if (said := without_names(plain(part), names)) and said not in names and not is_phrase(said)
    ]


def plain(clause: str) -> str:
    """Return the words of a clause in lower case, without contact details, smileys and other
    signs.
    """
    said = quotes.CONTACT.sub(" ", clause.casefold().replace("’", "'"))
    said = re.sub(r"[^\w\s'?？-]", " ", said)
    return " ".join(said.split()).strip("- '")


def without_names(clause: str, names: Sequence[str]) -> str:
    """Return a clause without the names of people addressed at its beginning and end."""
    words = clause.split()
    while len(words) > 1 and words[-1] in names:
        words.pop()
    while len(words) > 1 and words[0] in names:
        words.pop(0)
    return " ".join(words)


def is_phrase(clause: str) -> bool:
    return bool(PHRASE.fullmatch(clause))


# ---- a whole reply


def strange(
    lines: Sequence[tuple[int, str, bool]], names: Sequence[str], own: Sequence[str]
) -> list[str]:
    """Return the lines that may change the meaning of the orders around them. Each line comes with
    its number, its text, and whether it is an order. ``own`` are the names of the writer.
    """
    found: list[str] = []
    signed, company, last = False, False, -2
    of_company = company_lines(lines)
    for place, (at, text, ordered) in enumerate(lines):
        if at != last + 1:
            company = False
        if ordered:
            signed = company = False
        else:
            company = company or of_company[place]
            closed = bool(CLOSING.match(text))
            signed = signed or closed or is_signature(text, own)
            known = closed or company or is_signature(text, own)
            signed = signed or is_block(lines[place : place + 2])
            if not (known or (signed and is_title(text)) or is_harmless(text, names)):
                found.append(text)
        last = at
    return found


def is_signature(text: str, own: Sequence[str]) -> bool:
    """Return whether a line is its writer's name: in full, in part, or its first letter."""
    words = plain(PRONOUNS.sub("", text)).split()
    if not 0 < len(words) <= 4 or HALTS.intersection(words):
        return False
    initials = [name[:1] for name in own]
    return (
        all(word in own for word in words)
        or (words[0] in initials and len(words) == 1)
        or (words[0] in own and bool(quotes.NAME.match(text.strip(" -–—,.!"))))
    )


def is_block(lines: Sequence[tuple[int, str, bool]]) -> bool:
    """Return whether two adjacent lines begin a signature of names and titles."""
    (first, *_), (second, *_) = lines[0], lines[-1]
    return second == first + 1 and all(
        not ordered and len(text.split()) > 1 and is_title(text) for _, text, ordered in lines
    )


def is_title(text: str) -> bool:
    """Return whether a line below a farewell is a name, a title or contact details."""
    words = re.findall(r"[^\W\d_]+", text)
    if HALTS.intersection(word.casefold() for word in words):
        return False
    return all(
        word[0].isupper() or word in ("of", "and", "und", "de", "the", "for") for word in words
    )


def company_lines(lines: Sequence[tuple[int, str, bool]]) -> list[bool]:
    """Return for each line whether it belongs to a company's notice, including wrapped lines."""
    found: list[bool] = []
    below, next_at = False, -1
    for at, text, ordered in reversed(lines):
        wrapped = below and len(text) >= LONG and next_at == at + 1
        below, next_at = not ordered and (wrapped or bool(COMPANY.search(text))), at
        found.append(below)
    return found[::-1]
