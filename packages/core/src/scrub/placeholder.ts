/** Words that only occur in values made up for documentation, tests or templates. */
const placeholderWords =
  /example|change[_-]?(?:me|it)|placeholder|redacted|your[_-]?|dummy|x{4}|\*{3}|\.{2}|not[_-]?a[_-]?real|insert[_-]|replace[_-]|[_-]here\b|undefined|todo|fixme|sample|foobar|lorem|<[^>]*>/i

/** A variable, a template, a substitution or an encrypted value in place of the secret. */
const template = /^[$%@]?[{(<[]|[$#%@]\{|\{\{|\$\(|^\$[A-Za-z_]|^%[\w.-]+%$|^%\w|^ENC[([]|^!vault/

/** Returns true if a value is a placeholder for a secret. */
export function isPlaceholder(value: string): boolean {
  return isRepetition(value) || template.test(value) || placeholderWords.test(value)
}

/** One character fills more than half of the value in one go, or no more than two characters take turns. */
function isRepetition(value: string): boolean {
  const first = value.charCodeAt(0)
  let second = first
  let others = 0
  let longest = 1
  let length = 1
  let previous = first
  for (let index = 1; index < value.length; index++) {
    const unit = value.charCodeAt(index)
    length = unit === previous ? length + 1 : 1
    if (length > longest) longest = length
    if (second === first) second = unit
    if (unit !== first && unit !== second) others++
    previous = unit
  }
  return others === 0 || longest * 2 > value.length
}

/** Returns true if six or more characters are in ascending order, as in `abcdef` or `123456`. */
export function hasSequence(value: string): boolean {
  let length = 1
  for (let index = 1; index < value.length; index++) {
    length = (value.charCodeAt(index) | 32) - (value.charCodeAt(index - 1) | 32) === 1 ? length + 1 : 1
    if (length === 6) return true
  }
  return false
}
