const silenceMs = 15_000;

/**
 * Shows the output of stages that run at the same time. One stage at a time is shown as it comes, line by line; the
 * output of the others is kept, and shown in one piece when they end or when their turn comes. After 15 seconds without
 * a line, the running stages are listed.
 *
 * @param total how many stages there will be
 * @param print prints one line
 */
export function createStageOutput(total, print = console.log) {
  let number = 0;
  let front;
  const running = [];
  let lastAt = Date.now();
  const say = (line) => {
    lastAt = Date.now();
    print(line);
  };
  const timer = setInterval(() => {
    if (running.length === 0 || Date.now() - lastAt < silenceMs) return;
    say(`      still running: ${running.map((stage) => `${stage.title}, ${elapsed(stage)}`).join('; ')}`);
  }, 1_000);
  timer.unref();

  function begin(title) {
    number += 1;
    const stage = { title, startedAt: Date.now(), kept: [], rest: '', hasPrinted: false };
    const others = running.map((other) => other.title).join(', ');
    running.push(stage);
    say(`[${number}/${total}] ${title}${others === '' ? '' : ` (alongside: ${others})`} …`);
    front ??= stage;

    const line = (text) => {
      stage.hasPrinted = true;
      if (front === stage) say(text);
      else stage.kept.push(text);
    };
    return {
      /** Takes output as it comes, in pieces of any size. */
      write(text) {
        const lines = (stage.rest + text).split('\n');
        stage.rest = lines.pop() ?? '';
        for (const each of lines) line(each);
      },
      /** @param outcome how it ended, in a word or two */
      end(outcome) {
        if (stage.rest !== '') line(stage.rest);
        running.splice(running.indexOf(stage), 1);
        showKept(stage, 'what it printed');
        say(`      ${title}: ${outcome}, ${elapsed(stage)}`);
        if (front !== stage) {
          if (front.hasPrinted) say(`      ── ${front.title} continues:`);
          return;
        }
        front = running[0];
        if (front !== undefined) showKept(front, 'what it has printed so far');
      },
    };
  }

  function showKept(stage, heading) {
    if (stage.kept.length === 0) return;
    say(`      ── ${stage.title}, ${heading}:`);
    for (const each of stage.kept.splice(0)) say(each);
  }

  return { begin, close: () => clearInterval(timer) };
}

const elapsed = ({ startedAt }) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
