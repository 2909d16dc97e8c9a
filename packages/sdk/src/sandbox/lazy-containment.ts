import type { ContainedPlace, Containment, ContainmentOptions } from '@drawbridge/sandbox/contain'

/** Containment that is loaded, and bubblewrap tried, with the first command that needs it. */
export function createLazyContainment(options: ContainmentOptions): Containment {
  let loaded: Promise<Containment> | undefined
  const load = (): Promise<Containment> => {
    loaded ??= import('@drawbridge/sandbox/contain').then(({ createContainment }) => createContainment(options))
    return loaded
  }
  return {
    state: async () => (await load()).state(),
    in: (places, probe) => {
      let made: Promise<ContainedPlace> | undefined
      const place = (): Promise<ContainedPlace> => {
        made ??= load().then((containment) => containment.in(places, probe))
        return made
      }
      return {
        state: async (denials) => (await place()).state(denials),
        launcher: (named, denials) => ({
          programs: 'machine',
          launch: async (what) => (await place()).launcher(named, denials).launch(what),
        }),
      }
    },
    prepare: async () => (await loaded)?.prepare() ?? 0,
    [Symbol.asyncDispose]: async () => (await loaded)?.[Symbol.asyncDispose](),
  }
}
