import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { didYouMean } from '../name/nearest-names.ts'
import { shorten } from '../text/shorten.ts'

/**
 * Describes the error in a value that a program passed; undefined if it is valid. TypeScript finds these errors by types; this is
 * for everyone else.
 * @param place The place as the program wrote it, e.g. `options.mode`.
 */
export type OptionCheck = (value: unknown, place: string) => string | undefined

/** A check for every option of a type: one that is added to the type and not here does not compile. */
export type OptionTable<Options> = { readonly [Key in keyof Required<Options>]: OptionCheck }

/** Throws `invalid_option`, or the code given, with the value, its place and what was meant. */
export function assertOptions(
  check: OptionCheck,
  value: unknown,
  place: string,
  code: DrawbridgeError['code'] = 'invalid_option',
): void {
  const problem = check(value, place)
  if (problem !== undefined) throw new DrawbridgeError(code, problem)
}

/** Accepts any value: for services and values that are checked elsewhere. */
export const anything: OptionCheck = () => undefined

/** Accepts a string. */
export const text = ofType('string', 'a text')

/** Accepts true or false. */
export const flag = ofType('boolean', 'true or false')

/** Accepts a function. */
export const callable = ofType('function', 'a function')

/** A number of at least `least`. */
export function number(least = 0): OptionCheck {
  return (value, place) => {
    if (value === undefined || (typeof value === 'number' && value >= least)) return undefined
    return `${place} must be a number of at least ${least}, not ${show(value)}.`
  }
}

/** One of the words of a union; `Record` makes the list complete. */
export function word<Word extends string>(words: Readonly<Record<Word, true>>): OptionCheck {
  const known = Object.keys(words)
  return (value, place) => {
    if (value === undefined || (typeof value === 'string' && known.includes(value))) return undefined
    const hint = typeof value === 'string' ? didYouMean(value, known) : ''
    return `${place} cannot be ${show(value)}.${hint || ` Valid: ${known.map((each) => `"${each}"`).join(', ')}.`}`
  }
}

/** Exactly this value, as one of several alternatives. */
export function exactly(wanted: boolean): OptionCheck {
  return (value, place) =>
    value === undefined || value === wanted ? undefined : `${place} must be ${wanted}, not ${show(value)}.`
}

/** Any of the alternatives. The last one speaks for all, unless one fits the kind of the value. */
export function either(...checks: readonly OptionCheck[]): OptionCheck {
  return (value, place) => {
    const problems = checks.map((check) => check(value, place))
    if (problems.includes(undefined)) return undefined
    return (
      problems.find((problem) => problem?.startsWith(`${place}.`) === true || / has no /.test(problem ?? '')) ??
      problems.at(-1)
    )
  }
}

/** Accepts a list whose members pass the check. */
export function list(check: OptionCheck = anything): OptionCheck {
  return (value, place) => {
    if (value === undefined) return undefined
    if (!Array.isArray(value)) return `${place} must be a list, not ${show(value)}.`
    return value
      .map((each, index) => required(check)(each, `${place}[${index}]`))
      .find((problem) => problem !== undefined)
  }
}

/** Values by names that the program chooses. */
export function record(check: OptionCheck): OptionCheck {
  return (value, place) => {
    if (value === undefined) return undefined
    if (!isObject(value)) return `${place} must be an object, not ${show(value)}.`
    return Object.entries(value)
      .map(([key, each]) => check(each, `${place}.${key}`))
      .find((problem) => problem !== undefined)
  }
}

/** Checks a service: it has at least these members, and may have others. */
export function service<Options>(table: OptionTable<Options>): OptionCheck {
  return tableCheck(table, false)
}

/** An object with these options and no others. For an object of a class, only the known options are checked. */
export function object<Options>(table: OptionTable<Options>): OptionCheck {
  return tableCheck(table, true)
}

function tableCheck<Options>(table: OptionTable<Options>, isClosed: boolean): OptionCheck {
  const checks = new Map<string, OptionCheck>(Object.entries(table))
  return (value, place) => {
    if (value === undefined) return undefined
    if (!isObject(value)) return `${place} must be an object, not ${show(value)}.`
    const unknown = isClosed && isPlain(value) ? Object.keys(value).find((key) => !checks.has(key)) : undefined
    if (unknown !== undefined) {
      const hint = didYouMean(unknown, checks.keys()) || ` Valid: ${[...checks.keys()].join(', ')}.`
      return `${place} has no "${unknown}".${hint}`
    }
    for (const [key, check] of checks) {
      const problem = check(Reflect.get(value, key), `${place}.${key}`)
      if (problem !== undefined) return problem
    }
    return undefined
  }
}

/** The same, of an option that has no default. */
export function required(check: OptionCheck): OptionCheck {
  return (value, place) => {
    if (value !== undefined) return check(value, place)
    // A value of no kind brings out what would be right.
    const wanted = (check(null, place) ?? '')
      .replace(`${place} cannot be null.`, '')
      .replace(place, ' It')
      .replace(', not null.', '.')
    return `${place} is missing.${wanted}`
  }
}

function ofType(type: 'string' | 'boolean' | 'function', name: string): OptionCheck {
  return (value, place) =>
    value === undefined || typeof value === type ? undefined : `${place} must be ${name}, not ${show(value)}.`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function show(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(shorten(value, 80))
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object'
    case 'function':
      return 'a function'
    default:
      return String(value)
  }
}
