import { linkPackages } from './lib/link-packages.ts'
import { repositoryRoot } from './lib/repository-root.ts'
import { importClosure } from './measure/import-closure.ts'

linkPackages(repositoryRoot)
const [name, option] = process.argv.slice(2)
switch (name) {
  case 'edit':
  case 'exec': {
    const { measureCall } = await import('./measure/measured-calls.ts')
    const files = await measureCall(repositoryRoot, name)
    for (const [path, functions] of files)
      console.log(`${path}: ${option === '--functions' ? functions.join(', ') : functions.length}`)
    const functions = [...files.values()].reduce((sum, { length }) => sum + length, 0)
    console.log(`${files.size} files, ${functions} functions ran.`)
    break
  }
  case 'tool': {
    const files = importClosure(repositoryRoot, 'packages/tools/src/fs/edit.ts')
    console.log(files.join('\n'))
    console.log(`${files.length} files of the package are imported.`)
    break
  }
  case 'titles': {
    const { suspectTitlesIn } = await import('./measure/suspect-titles.ts')
    const titles = suspectTitlesIn(repositoryRoot, option ?? 'packages/')
    for (const title of titles) console.log(title)
    console.log(`${titles.length} titles of tests have no verb.`)
    break
  }
  default:
    console.error('Usage: npm run measure -- edit|exec [--functions], tool, or titles [FOLDER].')
    process.exitCode = 2
}
