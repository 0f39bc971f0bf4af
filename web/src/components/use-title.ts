import { useEffect } from 'react';
import { useProductName } from './use-site-config.ts';

/** Sets the title of the browser's tab: the page's title and the product's name. */
export function useTitle(page?: string): void {
  const productName = useProductName();
  useEffect(() => {
    const title = [page, productName].filter(Boolean).join(' · ');
    if (title) document.title = title;
  }, [page, productName]);
}
