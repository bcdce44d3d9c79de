import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "./child-environment.ts";
import { type ProcessEnd, readEnd } from "./limits.ts";

export type WorkerProcess<Job, Answer> = {
  /** False once it has ended, or was ended: it takes no other job. */
  readonly isFit: boolean;
  /** The answer to a job, or why the process ended instead. One job at a time. */
  ask: (job: Job) => Promise<Answer | { ended: ProcessEnd }>;
  /** The job has all the time that it needs from now on. */
  stopWaiting: () => void;
  end: () => Promise<void>;
};

/** What a process says: the answer to its job, or something else meanwhile. */
export type ProcessMessage<Answer, Notice = never> = Answer | { notice: Notice };

type Options<Notice> = {
  /** The program, which answers each job with a message. */
  main: URL;
  /** Milliseconds after which a job is given up, and the process with it. */
  longestWait: number;
  /** The first message. It isn't an argument: a list of processes shows arguments, and settings have secrets. */
  settings?: object;
  onNotice?: (notice: Notice) => void;
  /** Whether its warnings stay out of our log, because they repeat what strangers wrote into their files. */
  isSilent?: boolean;
};

/**
 * Starts a process for work that can do harm: what it crashes, or makes too slow or too large, is this process alone.
 * It never outlives ours, and idle, it lets ours end.
 */
export function startWorkerProcess<Job extends object, Answer extends object, Notice = never>({
  main,
  longestWait,
  settings,
  onNotice,
  isSilent = false,
}: Options<Notice>): WorkerProcess<Job, Answer> {
  const child = fork(fileURLToPath(main), [], {
    env: childEnvironment(),
    stdio: ["ignore", "ignore", isSilent ? "ignore" : "inherit", "ipc"],
    serialization: "advanced",
  });
  let answering: PromiseWithResolvers<Answer | { ended: ProcessEnd }> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isFit = true;

  function finish(answer: Answer | { ended: ProcessEnd }): void {
    clearTimeout(timer);
    answering?.resolve(answer);
    answering = undefined;
  }

  function fall(ended: ProcessEnd): void {
    isFit = false;
    finish({ ended });
  }

  child.on("message", (message: ProcessMessage<Answer, Notice>) =>
    "notice" in message ? onNotice?.(message.notice) : finish(message),
  );
  child.on("exit", (code, signal) => fall(readEnd(code, signal)));
  child.on("error", () => fall("busy"));
  child.unref();
  child.channel?.unref();
  if (settings) child.send({ settings });

  return {
    get isFit() {
      return isFit;
    },
    async ask(job) {
      answering = Promise.withResolvers();
      timer = setTimeout(() => child.kill("SIGKILL"), longestWait);
      child.channel?.ref();
      child.send(job, (error) => error && fall("busy"));
      const answer = await answering.promise;
      child.channel?.unref();
      return answer;
    },
    stopWaiting: () => clearTimeout(timer),
    async end() {
      isFit = false;
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.ref();
      child.kill("SIGKILL");
      await ended;
    },
  };
}
