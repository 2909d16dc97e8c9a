import type { OutputUnit } from '@hyperjump/json-schema/draft-2020-12'
import type { SchemaDocument } from '@hyperjump/json-schema/experimental'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isJsonObject } from '../../json/index.ts'
import { describeSchema } from '../problem/describe-schema.ts'
import { unknownFieldExpectation } from '../problem/unknown-field.ts'
import { pointerSegments, valueAt } from '../schema-pointer.ts'

type Issue = StandardSchemaV1.Issue

/** The judged value, and the documents whose keywords judged it. */
export interface JudgedInstance {
  readonly instance: unknown
  readonly documents: ReadonlyMap<string, SchemaDocument>
}

/** More issues help no one; describing thousands would take seconds. */
const mostIssues = 40

/** The places that failed, with the expectation in words, from the implementation's detailed output. */
export function issuesOfOutput(units: readonly OutputUnit[], judgement: JudgedInstance): Issue[] {
  const issues: Issue[] = []
  for (const unit of units) {
    if (issues.length >= mostIssues) break
    issues.push(...issuesOfUnit(unit, judgement))
  }
  return issues
}

function issuesOfUnit(unit: OutputUnit, judgement: JudgedInstance): Issue[] {
  const place = readLocation(unit.absoluteKeywordLocation, judgement)
  const path = instancePath(unit.instanceLocation, judgement.instance)
  const parts = unit.errors ?? []
  switch (place.keyword) {
    case 'required':
    case 'dependentRequired':
      return missingFields(place, path, valueAt(judgement.instance, path))
    case 'additionalProperties':
    case 'unevaluatedProperties':
      if (parts.length > 0) return issuesOfOutput(parts, judgement)
      return [{ message: unknownFieldExpectation(String(path.at(-1)), declaredFields(place.owner)), path }]
    case 'anyOf':
    case 'oneOf':
      return issuesOfAlternatives(unit, place, path, judgement)
    case 'not':
      return [{ message: `anything but ${describeSchema(place.value)}`, path }]
    case 'contains':
      return [{ message: `an array in which some item is ${describeSchema(place.value)}`, path }]
    case 'pattern':
      return [{ message: describeSchema({ pattern: place.value, type: 'string' }), path }]
    default:
      if (parts.length > 0) return issuesOfOutput(parts, judgement)
      return [{ message: place.value === false ? 'nothing here' : describeSchema(place.owner), path }]
  }
}

/** If one alternative is clearly meant, its own issues help more than a list of all alternatives. */
function issuesOfAlternatives(unit: OutputUnit, place: Place, path: PropertyKey[], judgement: JudgedInstance): Issue[] {
  const branches = Map.groupBy(unit.errors ?? [], (part) => branchOf(part, unit.absoluteKeywordLocation))
  const meant = [...branches.values()].filter(
    (parts) => !parts.some((part) => rejectsKind(part, unit.instanceLocation)),
  )
  const [only] = meant
  if (branches.size > 1 && meant.length === 1 && only !== undefined) return issuesOfOutput(only, judgement)
  if (branches.size === 0) return [{ message: 'exactly one of the alternatives, but several fit', path }]
  return [{ message: describeSchema({ anyOf: place.value }), path }]
}

function branchOf(part: OutputUnit, location: string): string {
  return part.absoluteKeywordLocation.slice(location.length + 1).split('/')[0] ?? ''
}

/** Returns true if a branch fails because the instance has a different type, or a different discriminating value. */
function rejectsKind(part: OutputUnit, instanceLocation: string): boolean {
  const keyword = part.absoluteKeywordLocation.split('/').at(-1)
  if (keyword === 'type') return part.instanceLocation === instanceLocation
  if (keyword === 'const' || keyword === 'enum') return true
  return (part.errors ?? []).some((inner) => rejectsKind(inner, instanceLocation))
}

interface Place {
  readonly keyword: string
  /** The keyword's value, and the schema that contains it. */
  readonly value: unknown
  readonly owner: unknown
}

function readLocation(location: string, { documents }: JudgedInstance): Place {
  const [identifier = '', fragment = ''] = location.split('#')
  const segments = pointerSegments(decodeURI(fragment))
  const root = documents.get(identifier)?.root
  return {
    keyword: segments.at(-1) ?? '',
    value: valueAt(root, segments),
    owner: valueAt(root, segments.slice(0, -1)),
  }
}

function missingFields({ value, owner }: Place, path: PropertyKey[], object: unknown): Issue[] {
  if (!isJsonObject(object)) return []
  const properties = isJsonObject(owner) && isJsonObject(owner.properties) ? owner.properties : {}
  const wanted = Array.isArray(value) ? value : dependentNames(value, object)
  const missing = wanted.map(String).filter((name) => !Object.hasOwn(object, name))
  return missing.map((name) => ({
    message: `${describeSchema(Object.hasOwn(properties, name) ? properties[name] : true)} (required)`,
    path: [...path, name],
  }))
}

/** The names that `dependentRequired` asks for because of those that are there. */
function dependentNames(dependencies: unknown, object: Record<string, unknown>): unknown[] {
  const entries = isJsonObject(dependencies) ? Object.entries(dependencies) : []
  return entries.flatMap(([name, names]) => (Object.hasOwn(object, name) && Array.isArray(names) ? names : []))
}

function declaredFields(owner: unknown): string[] {
  return isJsonObject(owner) && isJsonObject(owner.properties) ? Object.keys(owner.properties) : []
}

/** `#/a/0` → ['a', 0]. A location of a property's name (`#*`) stands for the property. */
function instancePath(location: string, instance: unknown): PropertyKey[] {
  const path: PropertyKey[] = []
  for (const segment of pointerSegments(decodeURI(location.slice(1)).replace(/^\*/, ''))) {
    path.push(Array.isArray(valueAt(instance, path)) ? Number(segment) : segment)
  }
  return path
}
