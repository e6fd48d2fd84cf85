"""Words of many languages by which a reply shows what its writer did not
write, or wrote out of courtesy.
"""

import re

WROTE = re.compile(
    r"\b(?:"
    r"wrote|writes|schrieb|geschrieben|écrit|écrivait|escribió|escribi[oó]|ha"
    r" scritto|scrisse|scritto|"
    r"escreveu|schreef|geschreven|napisał(?:\(a\)|a)?|pisze|skrev|skrifaði|kirjoitti|написал(?:\(а\)|а)?|"
    r"пишет|пише|написа|yazdı|yazmış|írta|napsala?|napsal\(a\)|napísala?|napísal\(a\)|a scris|je"
    r" napisao|"
    r"napisal\(a\)|έγραψε|va escriure|idatzi du|menulis|đã viết|viết|raštė|rakstīja|kirjutas"
    r")\b|写道|寫道|のメール|書きました|さんは|작성|썼습니다|כתב|كتب|เขียน|ने लिखा",
    re.I,
)
"""Announces a quotation: "… wrote:"."""
WROTE_AT_END = re.compile(
    r"(?:写道|寫道|書きました|のメール|작성|썼습니다|написал(?:\(а\))?|wrote)\W*$", re.I
)
"""The same where no colon follows."""

FORWARDED = re.compile(
    r"(?:"
    r"begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|"
    r"début du message (?:réexpédié|transféré)|inicio del mensaje reenviado|inizio messaggio"
    r" inoltrato|"
    r"início da mensagem (?:re)?encaminhada|"
    r"begin doorgestuurd bericht|początek przekazywanej wiadomości|vidarebefordrat brev|"
    r"начало переадресованного сообщения|下記は転送されたメールです|转发的邮件|以下是轉寄的郵件"
    r")\W*$",
    re.I,
)
"""A whole line above a mail that is passed on."""

KEYS = frozenset(
    """
    a aan aihe an assunto asunto betreff cc címzett către da dari data date dato datum de do elküldve emne
    enviada enviado envoyé expeditor fecha feladó fra from från gesendet gönderilme importance inviato
    kimden kime komu konu lähetetty lähettäjä objet od odesláno oggetto onderwerp para pošiljatelj priority
    předmět reply-to sendt sent skickat subiect subject tarih temat til till to trimis tárgy từ van
    vastaanottaja verzonden von wysłano à ämne αποστολέας від дата кому надіслано от отправлено тема מאת من
    จาก 主旨 主题 件名 傳送時間 发件人 发送时间 宛先 寄件人 寄件者 差出人 收件人 收件者 日時 日期 送信日時
    날짜 받는사람 보낸 보낸날짜 보낸사람 사람 제목
    """.split()
)
"""Names of the headers From, Sent, To, Subject and the like, as programs
print them above what they quote.
"""

GREETING = re.compile(
    r"(?:"
    r"hi|hello|hey|dear|hallo|lieber?|guten"
    r" (?:tag|morgen|abend)|moin|servus|bonjour|salut|cher|chère|hola|"
    r"buenos? d[ií]as?|buenas|estimad[oa]|ciao|buongiorno|caro|cara|olá|oi|bom dia|boa"
    r" tarde|beste|hoi|dag|"
    r"goedemorgen|cześć|witam|dzień dobry|hej|hei|god dag|привет|здравствуйте|добрый"
    r" день|merhaba|selam|szia|"
    r"ahoj|dobrý den|bună|γεια|こんにちは|お世話になっております|你好|您好|안녕하세요"
    r")(?: (?:"
    r"there|all|referee|zusammen|everyone|everybody|team|à tous|a todos|a"
    r" tutti|allen|wszystkim|alla|"
    r"schiedsrichter|[A-ZÀ-ÞА-Я]\S{0,30}"
    r")){0,2}[,.! ]*$",
    re.I,
)
"""A whole line that only greets."""

CLOSING = re.compile(
    r"(?:"
    r"(?:(?:kind|kindest|best|warm|many|with best|with kind) )?(?:regards|wishes)|best|cheers|"
    r"thanks?(?: you)?(?: very much| a lot| in advance| again)?|many thanks|thx|ta|"
    r"yours(?: (?:sincerely|truly|faithfully))?|sincerely(?: yours)?|take care|"
    r"(?:(?:mit )?(?:freundlichen?|besten?|lieben?|herzlichen?|viele|schöne)"
    r" )?(?:grüße?n?|grüsse?n?|gruß|gruss)|"
    r"mfg|lg|vg|danke(?: schön| dir)?|vielen dank|cordialement|bien (?:cordialement|à"
    r" (?:vous|toi))|"
    r"amicalement|merci(?: beaucoup)?|(?:meilleures )?salutations|(?:un )?saludos?(?:"
    r" cordial(?:es)?)?|"
    r"(?:muchas )?gracias|un abrazo|atentamente|(?:cordiali |distinti )?saluti|grazie(?: mille)?|"
    r"(?:um )?abraço|atenciosamente|obrigad[oa]|cumprimentos|(?:met )?vriendelijke groet(?:en)?|"
    r"groet(?:en|jes)?|mvg|dank(?:jewel| je| u)|bedankt|pozdrawiam(?:"
    r" serdecznie)?|pozdrowienia|dziękuję|"
    r"dzięki|(?:med )?v[äe]nliga? h[äi]lsning(?:ar)?|(?:hälsningar|hilsen)|mvh|tack|takk?|"
    r"(?:ystävällisin )?terveisin|kiitos|с уважением|спасибо|всего"
    r" доброго|saygılarımla|teşekkürler|"
    r"üdvözlettel|köszönöm|s pozdravem|děkuji|cu respect|mulțumesc|よろしくお願い(?:いた)?します。?|"
    r"ありがとうございます。?|敬具|此致|敬礼|谢谢|謝謝|祝好|감사합니다"
    r")[,.! ]*$",
    re.I,
)
"""A whole line that only thanks or takes leave."""

TAGLINE = re.compile(
    r"(?:"
    r"sent|get|envoyé|gesendet|diese nachricht wurde|von"
    r" meinem|enviado|inviato|verzonden|verstuurd|"
    r"wysłan[eo]|skickat|sendt|lähetetty|отправлено|odesláno|odoslané|gönderildi|obtener|télécharge[rz]?|"
    r"holen sie sich|scarica|obter|hämta|virus-free|virenfrei|从我的|從我的|iphoneから送信|발신|나의"
    r")\b.{0,160}(?:"
    r"iphone|ipad|ios|android|mobile|mobil|móvil|cellulare|telefon|teléfono|téléphone|phone|samsung|galaxy|"
    r"huawei|xiaomi|outlook|mail|yahoo|proton|blackberry|windows|thunderbird|k-9|avast|avg|gmx|web\.de|"
    r"laposte|orange|free|телефон|айфон"
    r").{0,160}$|"
    r"iphoneから送信|(?:从|從)我的.{0,40}(?:发送|傳送)|나의"
    r" .{0,40}보냄|.{0,40}に送信$|.{0,20}outlook を入手$",
    re.I,
)
"""What programs add below: where the mail was sent from, or whose product it is."""
