/** Options that disable Node's optional threads and warnings, so that tight limits leave room for it. */
export const nodeAlone: readonly string[] = ['--no-warnings', '--v8-pool-size=0', '--disable-sigusr1']
