export const searchTrigger = {
  search: "Search",
  where: "the documentation",
  failed: "The search box could not be loaded. Check the connection and try again.",
};

/** The few messages that every page carries for the search box; the rest loads with it. */
export type SearchTriggerMessages = typeof searchTrigger;
