import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "#server/db/open-database.ts";

/** This process's counts of itself, in Prometheus's terms. None of them names a person, an order or an address. */
export type Metrics = {
  registry: Registry;
  requests: Histogram<"method" | "route" | "status">;
  jobs: Histogram<"job" | "outcome">;
  jobSucceeded: Gauge<"job">;
  deliveries: Counter<"kind" | "outcome">;
  providerCalls: Histogram<"provider" | "call" | "outcome">;
  /** Also collects the process's memory, event loop and descriptors. For the one application of a process. */
  collectProcess: () => void;
};

const secondsOfRequests = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const secondsOfWork = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

export function openMetrics({ connections }: Pick<Database, "connections">): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const databaseConnections = new Gauge({
    name: "longbay_database_connections",
    help: "Connections to the database by what they are at; waiting are calls that wait for one",
    labelNames: ["state"],
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
  registry.registerMetric(databaseConnections);
  return {
    registry,
    requests: new Histogram({
      name: "longbay_http_request_duration_seconds",
      help: "Requests by route as it is declared, and what they were answered",
      labelNames: ["method", "route", "status"],
      buckets: secondsOfRequests,
      registers,
    }),
    jobs: new Histogram({
      name: "longbay_job_duration_seconds",
      help: "Runs of jobs in this process",
      labelNames: ["job", "outcome"],
      buckets: secondsOfWork,
      registers,
    }),
    jobSucceeded: new Gauge({
      name: "longbay_job_last_success_timestamp_seconds",
      help: "When a job last ran to its end in this process",
      labelNames: ["job"],
      registers,
    }),
    deliveries: new Counter({
      name: "longbay_deliveries_total",
      help: "Emails and text messages that were handed over, or could not be",
      labelNames: ["kind", "outcome"],
      registers,
    }),
    providerCalls: new Histogram({
      name: "longbay_provider_call_duration_seconds",
      help: "Calls of payment providers; error is an answer that never came",
      labelNames: ["provider", "call", "outcome"],
      buckets: secondsOfRequests,
      registers,
    }),
    collectProcess: () => collectDefaultMetrics({ register: registry }),
  };
}

type Outcome = { outcome: "success" | "error" };

/** Measures how long work takes, by its outcome. */
export async function measured<Answer, Label extends string>(
  histogram: Histogram<Label | "outcome">,
  labels: Record<Label, string>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const end = histogram.startTimer(labels as Partial<Record<Label | "outcome", string>>);
  const finish = ({ outcome }: Outcome) => end({ outcome } as Partial<Record<Label | "outcome", string>>);
  try {
    const answer = await work();
    finish({ outcome: "success" });
    return answer;
  } catch (error) {
    finish({ outcome: "error" });
    throw error;
  }
}
