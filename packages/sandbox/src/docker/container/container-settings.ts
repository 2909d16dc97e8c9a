/** Settings of all containers of a backend, for any profile. */
export interface ContainerSettings {
  /** Name of an image that the engine has. */
  readonly image: string
  /** The user of programs inside, as `uid:gid`. */
  readonly user: string
  /** Used if a profile sets no limit. */
  readonly memoryBytes: number
  readonly cpus: number
  readonly processes: number
}

export const defaultImage = 'debian:stable-slim'
export const defaultLimits = { memoryBytes: 512 * 1024 * 1024, cpus: 1, processes: 256 } as const
