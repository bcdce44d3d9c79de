import { useEffect, useRef, useState } from "react";
import type { GuidePart } from "./guide-content.ts";
import { Section } from "./section.tsx";
import styles from "./guide.module.css";

/**
 * The five parts and the tabs that lead to them. The tabs are links, so they work before any script runs; with
 * script the chosen tab is marked.
 */
export function Directory({ label, parts }: { label: string; parts: readonly GuidePart[] }) {
  const directory = useRef<HTMLDivElement>(null);
  const [first] = parts;
  const [chosen, setChosen] = useState(first?.id);

  // A link from elsewhere in the guide, or from another page, leads into a part too.
  useEffect(() => {
    const follow = () => {
      const within = document.getElementById(location.hash.slice(1))?.closest(".directory > section");
      if (within) setChosen(within.id);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);

  const choose = (id: string) => {
    setChosen(id);
    if (id !== first?.id) return;
    for (const section of directory.current?.querySelectorAll<HTMLDetailsElement>(`#${id} details`) ?? [])
      section.open = true;
  };

  return (
    <div className="directory grid grid-cols-1 mt-5" ref={directory}>
      <nav className={styles.tabs} aria-label={label}>
        {parts.map(({ id, title }) => (
          <a
            key={id}
            href={`#${id}`}
            aria-current={id === chosen ? "true" : undefined}
            onClick={() => choose(id)}
          >
            {title}
          </a>
        ))}
      </nav>
      {parts.map(({ id, title, sections }) => (
        <section
          className="grid grid-cols-[13rem_minmax(0,1fr)] items-start gap-x-[clamp(1.5rem,5vw,4.5rem)] gap-y-2 pt-9 pb-3 max-md:grid-cols-1"
          key={id}
          id={id}
          aria-labelledby={`${id}-title`}
        >
          <h3 className="pt-4 text-lg/[1.5] max-md:pt-0 max-md:pb-2" id={`${id}-title`}>
            {title}
          </h3>
          <div>
            {sections.map((section) => (
              <Section key={section.id} section={section} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
