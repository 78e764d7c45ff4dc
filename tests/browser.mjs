// node browser.mjs ADDRESS STEP…: opens a page in Chromium without a display, by the port of chromedriver in $DRIVER, in a
// window of 1280 x 800 units with its frame, or on a phone of $PHONE ("360x640x2": units, and pixels for a unit), and takes
// these steps:
//   until SCRIPT     waits until an expression of JavaScript is true
//   print SCRIPT     prints the value of one
//   load ADDRESS     opens another page
//   tab ADDRESS      opens it in a second tab, which all further steps are about
//   file NAME        waits until a download has come into this folder
//   wait SECONDS
//   move X Y, press X Y, release X Y, click X Y, wheel X Y NOTCHES    the mouse, in units of the page
//   touch X Y X2 Y2  a finger from one place to another
//   pinch X Y A B    two fingers around a place, from a distance of A to B
//   rest X Y         a finger that rests for a second
//   end PID          ends a process
//   key NAME         a key: a character, a name of WebDriver's table below, or with Control+ or Shift+ before it
//   shot FILE        a picture of the page
//   settle FILE      the same when it is three times the same, a second apart, after at most a minute
// Errors of the page, and what it writes to its console, go to standard error.
import fs from 'node:fs';

const [address, ...steps] = process.argv.slice(2), driver = `http://127.0.0.1:${process.env.DRIVER}`;
const keys = {Escape: '\uE00C', Enter: '\uE007', Tab: '\uE004', Backspace: '\uE003', Space: ' ', Left: '\uE012', Up: '\uE013',
    Right: '\uE014', Down: '\uE015', F1: '\uE031', F2: '\uE032', F11: '\uE03B', Control: '\uE009', Shift: '\uE008'};
const wait = seconds => new Promise(done => setTimeout(done, 1000 * seconds));

async function ask(method, path, body) {
    const reply = await fetch(driver + path, {method, body: body && JSON.stringify(body)}), {value} = await reply.json();
    if (value && value.error)
        throw Error(`${path}: ${value.message}`);
    return value;
}

const [width, height, pixelRatio] = (process.env.PHONE || '').split('x').map(Number);
const phone = width && {mobileEmulation: {deviceMetrics: {width, height, pixelRatio, touch: true, mobile: true}}};
const {sessionId} = await ask('POST', '/session', {capabilities: {alwaysMatch: {
    'goog:loggingPrefs': {browser: 'ALL'},
    timeouts: {pageLoad: 300000, script: 300000},
    'goog:chromeOptions': {...phone, args: ['--headless=new', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader', '--hide-scrollbars', '--window-size=1280,800', ...(process.env.BROWSER_OPTIONS || '').split(' ').filter(Boolean)],
        prefs: {'download.default_directory': process.cwd(), 'download.prompt_for_download': false},
        binary: process.env.CHROMIUM || '/usr/bin/chromium'},
}}});
const session = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body);
const value = script => session('POST', '/execute/sync', {script: `return (${script})`, args: []});
const say = async () => {
    for (const {message} of await session('POST', '/se/log', {type: 'browser'}))
        console.error(message);
};

const mouse = (...actions) => session('POST', '/actions', {actions: [
    {type: 'pointer', id: 'mouse', parameters: {pointerType: 'mouse'}, actions: actions.map(action => ({button: 0, ...action}))}]});
const move = (x, y) => ({type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 50});
const down = {type: 'pointerDown', button: 0}, up = {type: 'pointerUp', button: 0};
const fingers = (...all) => session('POST', '/actions', {actions: all.map((actions, i) => (
    {type: 'pointer', id: 'finger' + i, parameters: {pointerType: 'touch'}, actions}))});
async function picture() { // a page that draws in software may be late
    for (let left = 10; ; left--) {
        try {
            return await session('GET', '/screenshot');
        } catch (error) {
            if (left == 0 || !/imeout/.test(error.message))
                throw error;
        }
    }
}
async function become(test, what) {
    for (let left = 1500; !await test(); left--) {
        if (left == 0)
            throw Error(`never: ${what}`);
        await wait(0.2);
    }
}
const act = {
    until: script => become(() => value(script), script),
    file: name => become(() => fs.existsSync(name), name),
    load: url => session('POST', '/url', {url}),
    tab: async url => {
        const {handle} = await session('POST', '/window/new', {type: 'tab'});
        await session('POST', '/window', {handle});
        await act.load(url);
    },
    print: async script => console.log(await value(script)),
    wait: seconds => wait(Number(seconds)),
    move: words => mouse(move(...words.split(' '))),
    press: words => mouse(move(...words.split(' ')), {type: 'pointerDown'}),
    release: words => mouse(move(...words.split(' ')), {type: 'pointerUp'}),
    click: words => mouse(move(...words.split(' ')), {type: 'pointerDown'}, {type: 'pause', duration: 100}, {type: 'pointerUp'}),
    touch: words => {
        const [x, y, to_x, to_y] = words.split(' ');
        return fingers([move(x, y), down, move(to_x, to_y), up]);
    },
    pinch: words => {
        const [x, y, from, to] = words.split(' ').map(Number);
        return fingers(...[-0.5, 0.5].map(side => [move(x + side * from, y), down, move(x + side * to, y), up]));
    },
    rest: words => fingers([move(...words.split(' ')), down, {type: 'pause', duration: 1000}, up]),
    end: pid => process.kill(Number(pid)),
    wheel: words => {
        const [x, y, notches] = words.split(' ').map(Number);
        return session('POST', '/actions', {actions: [{type: 'wheel', id: 'wheel', actions: [
            {type: 'scroll', x, y, deltaX: 0, deltaY: -100 * notches, duration: 0}]}]});
    },
    key: name => {
        const pressed = name.split(/(?<=.)\+/).map(word => keys[word] || word);
        return session('POST', '/actions', {actions: [{type: 'key', id: 'keys', actions: [
            ...pressed.map(key => ({type: 'keyDown', value: key})), {type: 'pause', duration: 50},
            ...pressed.reverse().map(key => ({type: 'keyUp', value: key}))]}]});
    },
    shot: async file => fs.writeFileSync(file, Buffer.from(await picture(), 'base64')),
    settle: async file => {
        let last = '', now = await picture();
        for (let equal = 0, left = 60; equal < 2 && left > 0; left--) {
            await wait(1);
            [last, now] = [now, await picture()];
            equal = now == last ? equal + 1 : 0;
        }
        fs.writeFileSync(file, Buffer.from(now, 'base64'));
    },
};

try {
    await act.load(address);
    for (const step of steps) {
        const [, word, rest] = step.match(/^(\S+) ?(.*)$/);
        await act[word](rest);
        await say();
    }
} catch (error) {
    await say();
    console.error(`browser.mjs: ${error.message}`);
    process.exitCode = 1;
} finally {
    await session('DELETE', '');
}
