import { fold } from './normal-forms.ts'

/**
 * Verbs that mean the same act, in English. The first is how tools are named; the others are how people ask for it. What is in no row
 * is not named by anybody's words, so it is asked.
 */
const verbRows: readonly (readonly [tool: string, people: string])[] = [
  [
    'send',
    'send resend email mail message write forward reply respond answer tell notify inform ping text dm deliver submit pay transfer wire refund reimburse remit return distribute',
  ],
  ['reply', 'reply respond answer send write email message'],
  ['forward', 'forward send share pass'],
  ['post', 'post publish write send share announce tweet say comment put upload'],
  ['publish', 'publish post release share put'],
  ['pay', 'pay transfer send wire settle refund reimburse'],
  ['transfer', 'transfer send move wire pay refund'],
  ['refund', 'refund reimburse return send'],
  ['schedule', 'schedule plan arrange book create set setup add make put'],
  ['reschedule', 'reschedule move change update shift postpone delay push adjust'],
  [
    'create',
    'create make add new write set setup start open schedule plan book arrange generate draft prepare organize organise register build put initialize',
  ],
  ['add', 'add append include insert put attach create invite extend enter save suggest'],
  ['append', 'append add include insert put write extend suggest'],
  ['insert', 'insert add put include'],
  [
    'write',
    'write create save add put store fix change edit update implement generate draft make record note refactor document',
  ],
  ['save', 'save write store keep create record add'],
  [
    'edit',
    'edit change fix update modify correct implement refactor rename adjust add remove write make repair improve replace rewrite solve resolve',
  ],
  ['apply', 'apply edit change fix update implement refactor make solve resolve'],
  ['update', 'update change modify edit adjust set correct fix amend revise move rename replace refresh'],
  ['modify', 'modify update change edit adjust'],
  ['change', 'change update modify edit adjust set switch'],
  ['set', 'set change update adjust make configure put turn setup'],
  ['rename', 'rename change move call'],
  ['move', 'move put relocate transfer rename reorganize organize sort'],
  ['copy', 'copy duplicate clone'],
  ['delete', 'delete remove erase drop clear discard cancel trash purge clean wipe'],
  ['remove', 'remove delete take drop kick erase clear uninstall'],
  ['cancel', 'cancel delete remove call drop abort'],
  ['share', 'share send give grant forward publish'],
  ['invite', 'invite add ask include'],
  ['reserve', 'reserve book make get order arrange'],
  ['book', 'book reserve make get order arrange'],
  ['buy', 'buy purchase order get'],
  ['order', 'order buy purchase get'],
  ['purchase', 'purchase buy order get'],
  ['accept', 'accept approve confirm agree'],
  ['approve', 'approve accept confirm merge'],
  ['reject', 'reject decline refuse deny'],
  ['decline', 'decline reject refuse'],
  ['merge', 'merge combine integrate'],
  ['close', 'close resolve finish end shut'],
  ['reopen', 'reopen open'],
  ['open', 'open create unlock file raise make'],
  ['assign', 'assign give delegate'],
  ['comment', 'comment reply respond answer note post write add'],
  ['label', 'label tag mark'],
  ['mark', 'mark label flag set tag'],
  ['upload', 'upload send put add attach'],
  ['download', 'download get fetch save'],
  ['install', 'install add setup set'],
  ['run', 'run execute start test build launch check'],
  ['execute', 'execute run start perform launch'],
  ['start', 'start run launch begin open turn'],
  ['stop', 'stop end halt kill shut terminate turn'],
  ['enable', 'enable activate turn allow'],
  ['disable', 'disable deactivate turn'],
  ['lock', 'lock close secure'],
  ['unlock', 'unlock open'],
  ['grant', 'grant give allow share permit'],
  ['revoke', 'revoke remove withdraw cancel'],
  ['subscribe', 'subscribe join register sign follow'],
  ['register', 'register sign enroll create'],
  ['join', 'join enter'],
  ['leave', 'leave quit exit'],
  ['withdraw', 'withdraw take'],
  ['deposit', 'deposit put pay add'],
  ['sell', 'sell'],
  ['commit', 'commit save check'],
  ['push', 'push publish upload'],
  ['restore', 'restore recover undelete'],
  ['archive', 'archive store file'],
  ['submit', 'submit send file hand'],
  ['import', 'import load read'],
  ['export', 'export save'],
  ['fork', 'fork copy'],
  ['star', 'star like'],
  ['follow', 'follow subscribe'],
  ['like', 'like'],
  ['vote', 'vote'],
  ['draft', 'draft write prepare compose'],
  ['read', 'read open check see look view show summarize visit'],
  ['get', 'get fetch read visit open check see look view show find retrieve summarize'],
  ['visit', 'visit open read check see look go'],
  ['fetch', 'fetch get read visit open check see look download'],
]

/** Things that mean the same object of an act, in English. Each row is one group. */
const nounRows: readonly string[] = [
  'email mail message inbox letter reply mailbox',
  'message dm channel slack chat conversation note text thread',
  'direct message dm',
  'event meeting appointment calendar reminder lunch dinner breakfast call session invitation invite reunion check-up checkup interview workshop participant attendee trip party reservation slot',
  'participant attendee guest invitee event meeting people',
  'file document doc spreadsheet sheet drive note notes list report presentation folder attachment pdf docx xlsx csv txt md plan',
  'folder directory',
  'transaction payment money transfer pay bill rent refund fee invoice share standing-order order amount subscription salary price fund difference reimburse wire dollar euro usd eur',
  'money payment pay transaction bill rent refund fee share difference invoice',
  'password passphrase credential login pin',
  'info information profile detail details address account data street city phone name settings',
  'account profile user info information',
  'user member person people colleague friend teammate participant account',
  'hotel room stay accommodation night reservation booking',
  'restaurant table dinner lunch reservation booking',
  'car rental vehicle reservation booking',
  'flight ticket plane trip booking seat',
  'booking reservation ticket',
  'ticket issue bug task',
  'issue ticket bug problem task',
  'task todo to-do item reminder',
  'pull-request pr merge change branch request',
  'repository repo project code',
  'branch repository repo',
  'comment review reply answer',
  'webpage page website url site link post web',
  'page webpage website site wiki article document',
  'contact address person',
  'channel group room',
  'group team channel',
  'post tweet status update article blog',
  'code file bug test function issue feature error failure project repository script module program',
  'label tag',
  'product item order purchase',
  'door lock',
  'light lamp',
  'alarm reminder timer',
]

/** Words that say nothing about what an act is about. */
const empty = new Set(
  'the a an to from for of in on by with and or my your his her our their this that these those user current all new get list search find by id name single many manager tool api service app client server do perform action via into up out recurring scheduled most recent info'.split(
    ' ',
  ),
)

const beforeVerb =
  /(?:^|[.,;:!?)("'\n-]|\b(?:and|or|to|please|then|also|you|i|we|they|should|must|will|can|could|would|now|just|always|kindly|me|first|next|finally|\d[.)]))\s*$/

const negation = /\b(?:don't|do not|dont|never|without|instead of|not|no need to|avoid)\s+(?:\w+\s+){0,1}$/

/** Brings a word to its stem, roughly: what differs by an ending only is one word. */
export function stem(word: string): string {
  const plain = word.replace(/['’]s$/, '')
  if (plain.length <= 3) return plain
  const cut = plain
    .replace(/ies$/, 'y')
    .replace(/(?:sses)$/, 'ss')
    .replace(/(?<!s|u)s$/, '')
    .replace(/(?:ing|ed)$/, '')
  const single = cut.length >= 3 && cut.length < plain.length ? cut.replace(/([bdgmnprt])\1$/, '$1') : cut
  return single.length < 3 ? plain : single.replace(/e$/, '')
}

/** Verbs that are nouns as often: they count as verbs only in the place of a verb. */
const ambiguous = new Set(
  'email mail message text dm book file list post share order record note transfer comment update change answer reply call review request report schedule plan set label mark star like vote draft check return open run test start save close lock push visit look view show name move copy commit branch fork archive book order export import'
    .split(' ')
    .map(stem),
)

const verbs: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  verbRows.map(([tool, people]) => [stem(tool), new Set(people.split(' ').map(stem))]),
)

const nounGroups: readonly ReadonlySet<string>[] = nounRows.map((row) => new Set(row.split(' ').map(stem)))

const anyVerb: ReadonlySet<string> = new Set([...verbs.keys(), ...[...verbs.values()].flatMap((each) => [...each])])
const anyNoun: ReadonlySet<string> = new Set(nounGroups.flatMap((group) => [...group]))

/** Returns true for a word that people use for acts and things: it is not a name. */
export function isCommonWord(word: string): boolean {
  const folded = fold(word)
  return anyVerb.has(stem(folded)) || anyNoun.has(stem(folded)) || empty.has(folded) || closedClass.has(folded)
}

const closedClass = new Set(
  'i you he she it we they me him them us is are was were be been being am do does did have has had can could will would should may might must not no yes if when while where who whom whose which what why how there here then than so as at about after before again also any because both but during each either else even ever every few first following good great hello hi hey dear thanks thank however just last later least less let lets like make many more most much need next nothing now off okay ok once one only other over own please put rather re really regarding same see several since some someone something soon still such sure take thing things think through today tomorrow yesterday together too two three under until upon used using very want way well whatever whenever with within yet january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday am pm check everyone everybody anyone anybody self owner admin default none null true false'.split(
    ' ',
  ),
)

/** The words of a tool's name, and what they mean. */
export interface ActWords {
  /** Absent if no word of the name is a known verb. */
  readonly verb?: string
  readonly nouns: readonly string[]
}

/**
 * Reads a tool's name as a verb and nouns: `send_email`, `calendar.deleteEvent`, `GmailSendEmail`. The group or server before the last dot says
 * something only if the tool's own name does not: tools of one server have no more to do with each other than others.
 */
export function readActWords(name: string): ActWords {
  const dot = name.lastIndexOf('.')
  const [group, own] = [wordsOfName(name.slice(0, Math.max(0, dot))), wordsOfName(name.slice(dot + 1))]
  const isAct = own.some((word) => anyVerb.has(stem(word)) && !ambiguous.has(stem(word)))
  const verb = own.find(isVerb) ?? (isAct ? undefined : group.find(isVerb))
  const nouns = nounsAmong(own, verb)
  const said = nouns.length > 0 ? nouns : nounsAmong(group, verb)
  return verb === undefined ? { nouns: said } : { verb: stem(verb), nouns: said }
}

/** Tools are named by the plain form of a verb: `list_bookings` books nothing. */
function isVerb(word: string): boolean {
  return !/(?:s|ing|ed)$/.test(word) && verbs.has(stem(word))
}

function nounsAmong(words: readonly string[], verb: string | undefined): readonly string[] {
  const at = verb === undefined ? -1 : words.indexOf(verb)
  return words.filter((word, index) => index !== at && !empty.has(word) && word.length > 1).map(stem)
}

/** Splits a name in any style of writing into words. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(fold)
}

/** The extent to which a person's words name an act. */
export interface Naming {
  readonly verb: boolean
  readonly noun: boolean
}

/** The words of a person, read for the acts that they ask for. */
export interface NamedActs {
  readonly verbs: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

/** Reads the acts that a text asks for. What it forbids is not among them. */
export function readNamedActs(text: string): NamedActs {
  const folded = fold(text).replace(/e-mail/g, 'email')
  const found = new Set<string>()
  const all = new Set<string>()
  for (const match of folded.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)) {
    const [word] = match
    const root = stem(word)
    all.add(root)
    for (const part of word.split('-')) all.add(stem(part))
    if (!anyVerb.has(root)) continue
    const before = folded.slice(Math.max(0, match.index - 24), match.index)
    if (negation.test(before)) continue
    if (ambiguous.has(root) && !beforeVerb.test(before)) continue
    found.add(root)
  }
  for (const [, ending = ''] of folded.matchAll(/[\p{L}\p{N}_-]+\.([a-z0-9]{1,5})\b/gu)) {
    if (/^(?:docx?|xlsx?|pptx?|txt|md|csv|pdf|json|ya?ml|html?|png|jpe?g|[jt]sx?|py|go|rs|java|rb|sh)$/.test(ending))
      all.add('file')
  }
  return { verbs: found, words: all }
}

/** Returns how far words name an act. An act without nouns in its name is named by its verb alone. */
export function namingOf({ verb, nouns }: ActWords, { verbs: asked, words }: NamedActs): Naming {
  const meanings = verb === undefined ? undefined : verbs.get(verb)
  return {
    verb: meanings !== undefined && [...meanings].some((each) => asked.has(each)),
    noun: nouns.length === 0 || nouns.some((noun) => isNamed(noun, words)),
  }
}

function isNamed(noun: string, words: ReadonlySet<string>): boolean {
  if (words.has(noun)) return true
  return nounGroups.some((group) => group.has(noun) && [...group].some((each) => words.has(each)))
}

/** Returns true if two sets of nouns share one. */
export function sharesNoun(left: readonly string[], right: readonly string[]): boolean {
  return left.some((noun) => right.includes(noun))
}
