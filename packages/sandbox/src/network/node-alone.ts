/** Options of Node without threads that it does not need, so that tight limits leave room for it; and without a word. */
export const nodeAlone: readonly string[] = ['--no-warnings', '--v8-pool-size=0', '--disable-sigusr1']
