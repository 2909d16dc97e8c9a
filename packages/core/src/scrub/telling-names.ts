/** Keys that are public, or that name a place in a data structure. */
const ordinaryKeys =
  /(?:public|foreign|primary|natural|schema|bucket|hot|idx|sequence|partition|sort|cache|group|object|registry|hash|map|state|storage|query|react|issuer|sub|host|known|translation|i18n|locale|shortcut|modifier|arrow|parent|child|item|row|column|sealed|encrypted)[_. -]?keys?(?:\b|_|\d|$)/i

/** Tokens of parsers, pagination, cancellation and language models, and those that guard forms. */
const ordinaryTokens =
  /(?:public|csrf|xsrf|continuation|next|page|cursor|sync|syntax|lex\w*|parse\w*|cancel\w*|abort|resume|image|max|min|num|total|prompt|completion|input|output|stop|eos|bos|pad)[_. -]?tokens?(?:\b|_|$)/i

/** Names of values that accompany a secret and are not secret themselves. */
const attributes =
  /(?:key|token|secret|pass(?:word)?|pwd|auth|credentials?)s?[_. -]?(?:alias|algo\w*|alg|args?|array|board|builder|bytes|callback|char\w*|class|code|count|data|desc\w*|dir\w*|down|endpoint|error|events?|exchange|expir\w*|factory|field|file|format|frame|handler|header|hint|ids?|idx|index|info|kind|label|len|length|level|limit|list|manager|map|max|mesh\w*|message|method|min|mode|name|names|options?|pair|path|pattern|policy|prefix|press\w*|provider|ref|request|reset|response|result|ring|role|rotation|scope|selector|sequence|server|service|signature|size|source|status|stone|store\w*|suffix|template|text|times?|ttl|type|types|uid|up|ur[il]|url\w*|usage|validator|var\w*|vault\w*|version|window)(?:\b|_|[A-Z]|$)/i

/** Switches and conditions. */
const conditions =
  /(?:[_.-]|\b)(?:no|has|is|use|with|without|need\w*|require\w*|show|hide|enable\w*|disable\w*|forgot|reset|confirm|invalid|wrong|missing)[_.-]?(?:key|token|secret|pass\w*|pwd|auth\w*)/i

/** Words that merely contain a keyword, and names of checksums. */
const otherWords =
  /author(?!i[sz]ation)|authent(?:ic(?:ator|ity)|ication[_-]results)|monkey|turkey|donkey|hockey|keyword|keyboard|keycode|keyframe|tokeni[sz]|bypass|compass|passenger|passive|passthrough|passed|passport|secretary|integrity|checksum|sha\d*|md5|digest|fingerprint|etag|commit|revision/i

const fileName = /\.(?:[cm]?[jt]sx?|json|md|py|go|rs|java|rb|php|ya?ml|toml|txt|html?|css|sh|lock)$/i

/** Returns true if a name is a file name: lists of files contain hashes. */
export function isFileName(name: string): boolean {
  return fileName.test(name)
}

/** Names in which an ordinary word above is followed by a secret: `monkey_api_key`, `primary_key_secret`. */
const secretBehind = /(?:^|[_. -])(?:api[_. -]?key|secret|passw(?:or)?d|pwd)$/i
const partsOfNames =
  /monkey|turkey|donkey|hockey|bypass|compass|passenger|passive|passport|(?:public|foreign|primary|natural|partition|sort|cache|group|object)[_. -]?keys?(?=[_. -])/gi

/** Returns true if a name mentions keys, tokens or passwords but does not hold one. */
export function isOrdinaryName(name: string): boolean {
  const rest = name.replace(partsOfNames, '')
  if (rest !== name && secretBehind.test(rest)) return isOrdinaryName(rest)
  return (
    attributes.test(name) ||
    ordinaryKeys.test(name) ||
    ordinaryTokens.test(name) ||
    conditions.test(name) ||
    otherWords.test(name) ||
    isFileName(name)
  )
}

const firmName =
  /(?:api|access|secret|private|auth|master|signing|service|session|client|encryption|account|admin|app|bot|user|deploy|refresh|id|oauth2?)[\w.-]{0,20}(?:key|token|secret|credential)|(?:token|secret|password|passwd|pwd|credentials?|authorization|bearer)|api-?key/i

/** Returns true if a name is unambiguous, so that even a value that looks like a hash or a UUID is a secret. */
export function isFirmName(name: string): boolean {
  return firmName.test(name)
}

const environmentName = /^[A-Z][A-Z\d_]*(?:KEY|SECRET|TOKEN|CREDENTIALS?|DSN|PASSWORD|PASSWD)$/

/** Returns true if a name is that of an environment variable with a secret. */
export function isEnvironmentName(name: string): boolean {
  return environmentName.test(name)
}
