import { createBoxedScene } from './boxed-scene.ts'

/** Shows which descriptors a program in a sandbox has: run by a test, with one more than usual. */
await using boxed = createBoxedScene()
console.log(await boxed.shell('ls -l /proc/self/fd'))
