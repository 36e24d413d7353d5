export const searchTrigger = {
  search: "Search",
  where: "the documentation",
  failed: "The search box could not be loaded. Check the connection and try again.",
};
