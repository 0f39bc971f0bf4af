import { useEffect } from 'react';
import { useProductName } from './product-name.ts';

/** Names the page in the browser's tab: what is open, and the product. */
export function useTitle(page?: string): void {
  const productName = useProductName();
  useEffect(() => {
    const title = [page, productName].filter(Boolean).join(' · ');
    if (title) document.title = title;
  }, [page, productName]);
}
