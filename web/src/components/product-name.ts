import { useEffect, useState } from 'react';
import { loadSiteConfig } from '../lib/site-config.ts';

let known: string | undefined;

/** The product's name from config.json; undefined until it is there. */
export function useProductName(): string | undefined {
  const [name, setName] = useState(known);
  useEffect(() => {
    loadSiteConfig().then(
      (config) => {
        known = config.productName;
        setName(known);
      },
      () => undefined,
    );
  }, []);
  return name;
}
