import type { OutputUnit } from '@hyperjump/json-schema/draft-2020-12'

/** The failed keywords without failed parts of their own, those deepest in the instance first. */
export function deepestUnits(units: readonly OutputUnit[]): OutputUnit[] {
  return units.flatMap(leaves).sort((left, right) => depthOf(right) - depthOf(left))
}

function leaves(unit: OutputUnit): OutputUnit[] {
  return unit.errors === undefined || unit.errors.length === 0 ? [unit] : unit.errors.flatMap(leaves)
}

function depthOf(unit: OutputUnit): number {
  return unit.instanceLocation.split('/').length
}
