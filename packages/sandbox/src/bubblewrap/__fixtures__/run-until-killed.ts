import { createBoxedScene } from './boxed-scene.ts'

/** A process that starts a program in a sandbox, says where, and waits to be killed: run by a test. */
const boxed = createBoxedScene({
  profile: ({ workspace }) => ({ readOnly: [`${workspace}/.vscode`, `${workspace}/.git/config`] }),
})
const background = await boxed.start('setsid sleep 300 & sleep 300 & echo ready; sleep 300')
await background.nextOutput()
console.log(boxed.scene.root)
await background.ended
