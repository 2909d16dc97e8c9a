import { checkBuildContext, checkContainer, checkEntered } from '../checks/check-containers.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const reads = (options = ''): Profile => ({
  options: `-a --all -q --quiet -f|--filter= --format= --no-trunc ${options}`,
  operands: 'name*',
})
const plain = (options = ''): Profile => ({
  options: `-f --force -a --all -t= --time= -q --quiet ${options}`,
  operands: 'name*',
})
const removes = (options = ''): Profile => ({ ...plain(options), gadget: 'removes what others may use' })
const widens = (why: string): Profile => ({
  gadget: why,
  operands: 'gadget*',
  options: '-f:gadget -a:gadget --force:gadget --all:gadget --volumes:gadget',
})
const runOptions = `
    -[itdP] -it -ti --rm --interactive --tty --detach --init --read-only --no-healthcheck --name= -e|--env=:text
    -p|--publish=:text -w|--workdir=:text -u|--user= --network= --platform=:text -m|--memory= --cpus= --shm-size= --hostname= -h=
    -l|--label=:text --restart= --pull= --tmpfs=:text --ulimit= --log-driver= --stop-timeout= --health-cmd=:run
    --env-file=:read --entrypoint=:run -v|--volume=:text --mount=:gadget --volumes-from=:gadget
    --privileged=?:gadget --pid=:gadget --ipc=:gadget --uts=:gadget --userns=:gadget --cgroupns=:gadget
    --cap-add=:gadget --cap-drop= --security-opt=:gadget --device=:gadget --net=:gadget --add-host=:gadget
    --group-add=:gadget --gpus=`
const run: Profile = {
  options: runOptions,
  operands: 'text*',
  style: 'posix',
  check: checkContainer,
  effects: ['executes'],
}
const build: Profile = {
  options: `
      -t|--tag=:text -f|--file=:script --build-arg=:text --target= --no-cache --pull --progress= -q --quiet --platform=:text --rm
      --force-rm --label=:text --cache-from=:text --cache-to=:gadget --network= --load --push:gadget -o=:gadget --output=:gadget
      --secret=:gadget --ssh=:gadget --allow=:gadget`,
  operands: 'name*',
  effects: ['network'],
  check: checkBuildContext,
}
const composeOptions = `
    -d --detach --build --no-build --force-recreate --no-deps --remove-orphans --wait -V --quiet-pull
    --abort-on-container-exit --exit-code-from= --scale= --no-color --no-log-prefix -t= --timeout= --pull=
    --no-cache -q --quiet --follow --tail= --timestamps --since= -a --all --services --format= --no-start
    -v:gadget --volumes:gadget --rmi=:gadget -s --stop`
const composeSub = (more: Profile = {}): Profile => ({ options: composeOptions, operands: 'name*', ...more })
const compose: Profile = {
  options: `
      -f|--file=:script -p|--project-name= --profile= --env-file=:read --project-directory=:place --ansi=
      --compatibility --dry-run --progress=`,
  subcommands: {
    up: composeSub(),
    down: composeSub(),
    start: composeSub(),
    stop: composeSub(),
    restart: composeSub(),
    build: composeSub(),
    pull: composeSub({ effects: ['network'] }),
    create: composeSub(),
    rm: composeSub({ options: `${composeOptions} -f --force`, gadget: 'removes containers' }),
    pause: composeSub(),
    unpause: composeSub(),
    ps: composeSub(),
    logs: composeSub({ options: `${composeOptions} -f` }),
    top: composeSub(),
    images: composeSub(),
    port: composeSub(),
    ls: composeSub(),
    version: {},
    config: composeSub({ options: '-q --quiet --services --images --profiles --volumes -o=:output' }),
    exec: { ...run, gadget: 'starts a command in a container', check: checkEntered },
    run: { ...run, gadget: 'starts a command in a container' },
    cp: widens('copies files'),
    push: widens('publishes images'),
    kill: composeSub(),
    watch: composeSub(),
  },
}
const docker: Profile = {
  options: '-c|--context= --config=:gadget -H|--host=:gadget -D --debug -l= --log-level= --tls --tlsverify',
  subcommands: {
    ps: reads('-n= -l -s'),
    images: reads('--digests'),
    logs: reads('--tail= -n= --since= --until= -t --timestamps --details --follow'),
    inspect: { ...reads('-s --size --type=') },
    version: reads(),
    info: reads(),
    stats: reads('--no-stream'),
    top: reads(),
    port: reads(),
    diff: reads(),
    history: reads('-H --human'),
    events: reads('--since= --until='),
    help: reads(),
    search: { operands: 'name', options: '--limit= --filter=', effects: ['network'] },
    container: {
      subcommands: {
        ls: reads('-n= -s'),
        list: reads(),
        ps: reads(),
        logs: reads('--tail= --since= -t'),
        inspect: { ...reads() },
        stats: reads('--no-stream'),
        top: reads(),
        port: reads(),
        start: plain(),
        stop: plain(),
        restart: plain(),
        rm: removes('-v:gadget --volumes:gadget'),
        kill: plain('-s= --signal='),
        prune: widens('removes every stopped container'),
        exec: { ...run, gadget: 'starts a command in a container', check: checkEntered },
        run: { ...run, gadget: 'starts a container' },
        cp: widens('copies files'),
      },
    },
    image: {
      subcommands: {
        ls: reads('--digests'),
        list: reads(),
        inspect: reads(),
        history: reads(),
        rm: removes('--no-prune'),
        pull: { operands: 'name', effects: ['network'], options: '--platform=:text -q' },
        build,
        prune: widens('removes images'),
        push: widens('publishes an image'),
      },
    },
    volume: {
      subcommands: {
        ls: reads(),
        inspect: reads(),
        create: plain('--name= -d= --driver='),
        rm: widens('deletes stored data'),
        prune: widens('deletes stored data'),
      },
    },
    network: {
      subcommands: {
        ls: reads(),
        inspect: reads(),
        create: plain('-d= --driver= --subnet='),
        rm: removes(),
        prune: widens('removes networks'),
        connect: plain(),
        disconnect: plain(),
      },
    },
    system: {
      subcommands: { df: reads('-v'), info: reads(), events: reads(), prune: widens('removes whatever is not in use') },
    },
    context: { subcommands: { ls: reads(), show: reads(), inspect: reads(), use: widens('changes the machine') } },
    buildx: {
      subcommands: { build, ls: reads(), inspect: reads(), du: reads(), bake: widens('builds what a file says') },
    },
    compose,
    run: { ...run, gadget: 'starts a container' },
    create: { ...run, gadget: 'makes a container' },
    exec: {
      options: `
          -[itdu] -it -ti --interactive --tty --detach -e=:text --env=:text -w=:text --workdir=:text -u= --user= --privileged:gadget
          --env-file=:read`,
      operands: 'name*',
      style: 'posix',
      gadget: 'starts a command in a container',
      check: checkEntered,
    },
    build,
    start: plain('-i --attach'),
    stop: plain(),
    restart: plain(),
    rm: removes('-v:gadget --volumes:gadget -l --link'),
    rmi: removes('--no-prune'),
    kill: plain('-s= --signal='),
    pause: plain(),
    unpause: plain(),
    wait: plain(),
    rename: plain(),
    tag: plain(),
    pull: { operands: 'name', effects: ['network'], options: '--platform=:text -q --quiet' },
    cp: widens('copies files'),
    push: widens('publishes an image'),
    login: widens('changes the account'),
    logout: widens('changes the account'),
    save: widens('writes a file'),
    load: widens('loads an image'),
    import: widens('loads an image'),
    export: widens('writes a file'),
    commit: widens('makes an image'),
    attach: widens('gives the container the terminal'),
    update: widens('changes limits'),
    swarm: widens('changes the machine'),
    service: widens('changes a cluster'),
    stack: widens('changes a cluster'),
    plugin: widens('loads a plugin'),
    secret: widens('shows secrets'),
  },
}

/** Containers and clusters. */
export const containers: ProfileTable = {
  docker,
  podman: docker,
  nerdctl: docker,
  'docker-compose': compose,
}
