"""Recognises neutral text around orders: greetings, thanks, names, and additions by programs.

Only phrases known here are neutral. Any other words in a mail with orders may withdraw them or add
a condition, in any language, so the referee asks. A phrase belongs here only if it can't change or
cancel an order.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial

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
SYMBOLS = frozenset(["So", "Sk"])
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
- dear sirs?(?: or madam)?|(?:good )?(?:morning|afternoon|evening){ALL}
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
OPENERS = frozenset(
    """
    merci mille bonne bon belle bel super quelle quel c'est très amusez-vous à au salut bonjour
    bonsoir coucou chers
    cher chère voici voilà mon désolé désolée pardon bien cordialement amicalement amitiés bises
    bise bisous bravo
    félicitations haha hihi mdr youpi en que j'espère hâte excellente gracias muchas qué que buen
    buena buenos buenas
    gran genial mucha suerte feliz hasta nos adiós chao hola saludos un abrazo abrazos besos aquí
    mi mis perdón
    disculpa disculpen siento lo jaja jeje enhorabuena felicidades grazie molte tante che bella
    bello bel buona buon
    buongiorno buonasera ciao salve alla ci arrivederci saluti cordiali baci ecco scusa scusate
    complimenti ahah in
    cari caro cara tack tak takk kiitos hej vi hilsen mvh vh lycka held lykke god vänliga med
    venlig ha onnea terveisin
    succes veel goedemorgen goedemiddag goedenavond hallo hoi dag beste hartelijk dank bedankt
    dankjewel tot doei groet
    groeten groetjes vriendelijke mvg hier hierbij excuses wat een leuk mooi mooie gefeliciteerd
    hoera fijne
    dzięki dziękuję wielkie powodzenia dobrej dobranoc dzień dobry cześć hej witam witajcie siema
    do na pa pozdrawiam
    pozdrowienia oto mój moje przepraszam miłego udanego świetna świetny brawo gratulacje
    spokojnej życzę
    спасибо большое всем удачи успехов добрый доброе привет здравствуйте до увидимся пока всего
    хорошего с вот мой мои
    извини извините простите поехали ура браво поздравляю отличная хорошая удачного приятного
    olá oi boa bom boas obrigado obrigada muito até abraço abraços cumprimentos saudações parabéns
    abs bjs um desculpe
    desculpem boas-vindas beijos beijinhos caros feliz aqui
    """.split()
)
"""First words of courtesy in other languages."""
APOLOGIES = frozenset(
    "pardon désolé désolée perdón disculpa siento scusa scusate excuses przepraszam desculpe "
    "извини до "
    "que en un mon mi mis mój moje mijn do na до с за a à in een na".split()
)
"""First words that say nothing alone, or that correct what was said."""
FOLLOWING = frozenset(
    """
    beaucoup encore tous tout le la les monde toi vous votre ta ton cette belle partie jeu coup
    tour tir soirée journée
    semaine week-end nuit chance continuation après-midi année fête vacances demain bientôt plus
    tard prochaine revoir
    amis ordre ordres mes ma réponse retard délai attente pour patience message rappel du de
    d'avance cordialement va
    ça et bonne bon bien salutations meilleur gagne avant tu vas allez a todos chicos partida
    juego jugada turno tiro
    día días tarde tardes noche noches semana fin finde suerte ronda luego pronto mañana vista
    vemos orden órdenes por
    el tu su vuestra retraso demora espera respuesta paciencia invitación todo mil y lunes martes
    miércoles jueves
    viernes sábado domingo tutti ragazzi partita gioco mossa giornata serata notte settimana fine
    weekend fortuna
    pomeriggio mille ancora anticipo per della del pazienza attesa risposta domani presto dopo
    vediamo sentiamo saluto
    abbraccio saluti il mio mia ordine ordini mosse ritardo in bocca al lupo och så mycket för
    till helg kväll dag natt
    hälsning hälsningar hilsen ha det bra ses høres hörs held tot og med vänlig allemaal iedereen
    spel partij zet
    beurt ronde avond week morgen middag ziens gauw snel later straks voor het je u jullie dank
    plezier geluk groet
    groeten wel zeer is mijn bevel order zetten wachten uitnodiging vriendelijke groetjes uit
    wszystkim bardzo za grę
    partię cierpliwość jutra zobaczenia usłyszenia razie dnia wieczoru wieczór weekendu tygodnia
    gra ruch rozkaz rozkazy
    opóźnienie zwłokę zabawy nocy serdecznie игру игра партия партию ход терпение ожидание всем
    завтра свидания встречи
    удачи удачно скорого доброго хорошего дня вечера выходных ночи день утро вечер уважением
    задержку приказ за e boa bom tarde
    noite dia fim-de-semana final logo breve amanhã próxima jogo partida jogada pela pelo
    paciência demora atraso
    volgende ronde keer galera pessoal gente sorte obrigada obrigado ordem minha meu
    um abraço grande grandes ao à vez
    """.split()
)
"""Words that may follow in courtesy."""
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


PHRASE = compiled([ENGLISH, GERMAN, CHINESE])
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
    r"adresat\w*|stampare|imprimer|imprimir|ausdrucken|afdrukt|конфиденциальн\w*|disclaimer)\b|保密|機密|机密|收件人",
    re.I,
)
"""Words from notices that companies put above or below each mail."""
FAREWELL = re.compile(
    r"\b(?:regards|wishes|greetings|gr(?:uß|uss|üße?n?|üsse?n?)|salutations|saludos?|saluto|saluti|"
    r"abrazos?|abraços?|groet\w*|pozdr\w*|hälsning\w*|hilsen|уважением)\b|敬上",
    re.I,
)
LONG = 45
"""A program may have wrapped a line that is longer than this many characters."""
HEARD = 3_000
"""Maximum number of characters of a mail that are examined for chat."""
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
    left = clauses(line, names)
    rest, said = " ".join(left), [part for part in CLAUSE.split(line) if plain(part)]
    if DOUBTS.intersection(line):
        return False
    # a few words beside courtesy, such as “Thanks, what a day”
    brief = 0 < len(left) < len(said) and "?" not in line and chat.is_short(rest, names)
    return brief or any(chat.is_chat(one, names) for one in (line, rest))


def without_end(line: str, names: Sequence[str] = ()) -> str:
    """Return a line without courtesy at its end, such as ``ciao``."""
    words = line.split()
    while len(words) > 1 and is_neutral(words[-1], names):
        words.pop()
    return " ".join(words)


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
    first, *rest = clause.casefold().split() or [""]
    polite = first in OPENERS and FOLLOWING.issuperset(rest)
    greets = bool(GREETING.match(clause)) and not chat.halts(clause)
    return (
        (polite and bool(rest or first not in APOLOGIES))
        or greets
        or bool(PHRASE.fullmatch(clause))
    )


def without_pictures(line: str) -> str:
    """Return a line without the emoji at its end, unless they contradict it."""
    end = len(line)
    while end and (line[end - 1] in " \ufe0f" or unicodedata.category(line[end - 1]) in SYMBOLS):
        end -= 1
    return line if DOUBTS.intersection(line[end:]) else line[:end]


def is_sign(line: str) -> bool:
    """Return whether a line without words carries a meaning: a thumb, or a question mark."""
    asks = bool(line) and not line.strip("?？!！ ") and bool({"?", "？"} & {*line})
    return asks or any(unicodedata.category(sign) == "So" for sign in line)


# ---- a whole reply


def strange(
    lines: Sequence[tuple[int, str, bool]],
    names: Sequence[str],
    own: Sequence[str],
    harmless: Callable[[str], bool] | None = None,
) -> list[str]:
    """Return the lines that may change the meaning of the orders around them. Each line comes with
    its number, its text, and whether it is an order. ``own`` are the names of the writer.
    """
    heard = harmless or partial(is_harmless, names=names)
    found: list[str] = []
    signed, company, last = False, False, -2
    of_company = company_lines(lines)
    first = next((place for place, (*_, ordered) in enumerate(lines) if ordered), 0)
    for place, (at, text, ordered) in enumerate(lines):
        if at != last + 1:
            company = False
        if ordered:
            signed = company = False
        else:
            company = company or of_company[place]
            closed = bool(CLOSING.match(text)) or bool(
                FAREWELL.search(text) and chat.is_short(text, names)
            )
            cries = place < first and text[-1:] in "!！" and chat.is_short(text, names)
            signed = signed or closed or is_signature(text, own)
            known = closed or company or is_signature(text, own)
            signed = signed or is_block(lines[place : place + 2])
            below = lines[place + 1 : place + 2]
            if text[-1:] in ",，" and [o for n, _, o in below if n == at + 1] == [False]:
                text = text[:-1]  # the sentence goes on below
            if not (known or (signed and is_title(text)) or cries or heard(text)):
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
    words = re.findall(r"[^\W\d_](?:[^\W\d_]|\.(?=[^\W\d_]))*", text)
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
