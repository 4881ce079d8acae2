/* A bot for Bidwell in C, with only the JSON it needs: cc -o simple examples/simple.c
   bidwell play serengeti --seats "you,cmd:./simple,heuristic"

   Half of the time it chooses the first legal action, which is the most modest one in most games; else a random one. */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long luck = 1;

static unsigned long below(unsigned long count)
{
    luck = (luck * 1664525UL + 1013904223UL) & 0xffffffffUL; /* the same seed gives the same game */
    return (luck >> 8) % count;
}

static const char *past_space(const char *at)
{
    return at + strspn(at, " \t\r\n,:");
}

static const char *past_string(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1])
            at++;
    return *at ? at + 1 : at;
}

/* Returns the position after the value that begins here. */
static const char *past_value(const char *at)
{
    int depth = 0;
    do {
        at = past_space(at);
        if (*at == '"') {
            at = past_string(at);
        } else if (*at == '{' || *at == '[') {
            depth++, at++;
        } else if (*at == '}' || *at == ']') {
            depth--, at++;
        } else {
            at += strcspn(at, " \t\r\n,:{}[]\"");
        }
    } while (depth > 0 && *at);
    return at;
}

/* Returns the value of a key of the object that begins here, or NULL. */
static const char *member(const char *object, const char *key)
{
    const char *at = object ? past_space(object) : "";
    size_t length = strlen(key);
    if (*at != '{')
        return NULL;
    for (at = past_space(at + 1); *at == '"'; at = past_space(past_value(at))) {
        const char *name = at + 1;
        at = past_space(past_string(at));
        if (!strncmp(name, key, length) && name[length] == '"')
            return at;
    }
    return NULL;
}

static int is(const char *value, const char *text)
{
    return value && !strncmp(value, text, strlen(text));
}

/* Returns the start of element `wanted` of the array that begins here; sets `*count` to the number of elements. */
static const char *element(const char *array, unsigned long wanted, unsigned long *count)
{
    const char *found = NULL, *at = past_space(array + 1);
    for (*count = 0; *at && *at != ']'; at = past_space(past_value(at)))
        if ((*count)++ == wanted)
            found = at;
    return found;
}

static void decide(const char *message)
{
    const char *legal = member(member(message, "view"), "legal"), *action;
    unsigned long count;
    if (!legal)
        exit(1);
    element(legal, 0, &count);
    action = element(legal, below(2) ? below(count) : 0, &count);
    printf("{\"action\": %.*s}\n", (int)(past_string(action) - action), action);
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *type = member(line, "type"), *seed = member(line, "seed");
        if (is(type, "\"over\""))
            break;
        if (is(type, "\"hello\"")) {
            luck = seed ? strtoul(seed, NULL, 10) : 1;
            puts("{\"protocol\": 1}");
        } else if (is(type, "\"decide\"")) {
            decide(line);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
