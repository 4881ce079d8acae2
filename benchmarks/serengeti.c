/* Serengeti with random players, by hand: the yardstick for the limit of the rules in src/bidwell/games/serengeti.
 *
 * The same algorithm on the natural struct: legal bids are listed, one is picked, the rules run on to the next
 * decision. Random numbers are those of bidwell.core.chance, so that every game is the same one, action for action.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_PLAYERS = 5, ROUNDS = 15, CHIPS = 65, CHIPS_EACH = 10, CHIPS_FOR_PASSING = 2, POINTS_FOR_MOST_CHIPS = 3 };
enum { TRIBES = 6, TRIBE_SIZE = 5, CARDS = TRIBES * TRIBE_SIZE };
enum { LOT = MOST_PLAYERS, OUT, DECK };
enum { PASS = 0, HIGHEST_BID = CHIPS, DISCARD = HIGHEST_BID + 1, MOST_CHOICES = HIGHEST_BID + 1 };
enum { NOBODY = -1 };

static const uint8_t DIGIT[CARDS] = {
    0, 3, 6, 8, 9, 1, 2, 4, 5, 7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 2, 4, 6, 8, 1, 3, 5, 7, 9,
};

static const uint8_t LAST_DIGIT[HIGHEST_BID + 1] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    0, 1, 2, 3, 4, 5,
};

typedef struct {
    uint64_t key, step;
    int players, overbid;
    int round_number, starter, turn, price, bidder, discarding;
    int passed, sitting_out, have_bid, paid_for_passing;
    int bank, drawn;
    int chips[MOST_PLAYERS];
    uint8_t owner[CARDS];
    uint8_t deck[CARDS];
    uint8_t held[MOST_PLAYERS][10];
} Table;

/* Chance */

static uint64_t half(uint64_t x, uint64_t multiplier) {
    return (x & 0xFFFFFFFF) * multiplier + (x >> 32);
}

static uint64_t mix(uint64_t key, uint64_t step) {
    uint64_t x = step ^ key;
    x = half(x, 1791398085) ^ key;
    x = half(x, 2083801278) ^ key;
    x = half(x, 1929682203) ^ key;
    x = half(x, 2131995753);
    return x ^ (x >> 32) ^ key;
}

static uint64_t key_of(uint64_t seed, uint64_t number) {
    const uint64_t stir_1 = 0x3F84D5B5B5470917, stir_2 = 0x1E3779B97F4A7C15;
    uint64_t key = mix(seed ^ stir_1, number);
    key = mix(key ^ (seed >> 31), stir_2);
    return mix(stir_2, key);
}

static int pick(uint64_t luck, int count) {
    return (luck & 0xFFFFFFFF) * count >> 32;
}

static int below(Table *t, int count) {
    return pick(mix(t->key, ++t->step), count);
}

/* A round */

static int clockwise(int players, int seat, int out) {
    for (int i = 0; i < players; i++) {
        if (++seat == players) seat = 0;
        if (!(out >> seat & 1)) return seat;
    }
    return NOBODY;
}

static int lot_size(int round_number) {
    return (round_number - 1) % 3 + 1;
}

static void move_lot(Table *t, int place) {
    for (int i = t->drawn - lot_size(t->round_number); i < t->drawn; i++) t->owner[t->deck[i]] = place;
}

static int opener(const Table *t) {
    return clockwise(t->players, t->starter - 1, t->sitting_out);
}

static void open_auction(Table *t) {
    t->price = 0;
    t->bidder = NOBODY;
    t->passed = t->sitting_out;
    t->turn = opener(t);
}

static void next_round(Table *t) {
    if (t->round_number == ROUNDS) {
        t->turn = t->bidder = NOBODY;
        t->price = 0;
        return;
    }
    t->drawn += lot_size(++t->round_number);
    move_lot(t, LOT);
    t->sitting_out = t->have_bid = t->paid_for_passing = 0;
    open_auction(t);
}

static void deal(Table *t, uint64_t key, int players, int overbid) {
    *t = (Table){.key = key, .players = players, .overbid = overbid};
    for (int card = 0; card < CARDS; card++) {
        t->deck[card] = card;
        t->owner[card] = DECK;
    }
    for (int last = CARDS - 1; last > 0; last--) {
        int other = below(t, last + 1);
        uint8_t card = t->deck[last];
        t->deck[last] = t->deck[other];
        t->deck[other] = card;
    }
    for (int seat = 0; seat < players; seat++) t->chips[seat] = CHIPS_EACH;
    t->bank = CHIPS - CHIPS_EACH * players;
    t->starter = below(t, players);
    next_round(t);
}

static void place_lot(Table *t, int seat) {
    move_lot(t, seat);
    for (int i = t->drawn - lot_size(t->round_number); i < t->drawn; i++) t->held[seat][DIGIT[t->deck[i]]]++;
    t->starter = seat;
    next_round(t);
}

/* Bids that cannot be paid */

static int highest_bid(const Table *t, int seat) {
    return t->overbid ? HIGHEST_BID : t->chips[seat];
}

static int cards_of(const Table *t, int seat) {
    int cards = 0;
    for (int digit = 0; digit < 10; digit++) cards += t->held[seat][digit];
    return cards;
}

static int cards_to_discard(const Table *t, int seat, int *out) {
    int count = 0;
    for (int card = 0; card < CARDS; card++)
        if (t->owner[card] == seat) out[count++] = DISCARD + card;
    return count;
}

static void discard(Table *t, int seat, int card) {
    t->discarding = false;
    t->owner[card] = OUT;
    t->held[seat][DIGIT[card]]--;
}

static void auction_again(Table *t) {
    open_auction(t);
    if (t->turn == NOBODY) {
        move_lot(t, OUT);
        next_round(t);
    }
}

static void cannot_pay(Table *t, int winner) {
    t->sitting_out |= 1 << winner;
    if (cards_of(t, winner) > 1) {
        t->discarding = true;
        return;
    }
    for (int card = 0; card < CARDS; card++)
        if (t->owner[card] == winner) discard(t, winner, card);
    auction_again(t);
}

/* Who gets the money */

static int matching_cards(const Table *t, int digit, int winner) {
    int cards = 0;
    for (int seat = 0; seat < t->players; seat++)
        if (seat != winner) cards += t->held[seat][digit];
    return cards;
}

static int payment(const Table *t, int winner, int bid, int seat) {
    if (seat == winner) return 0;
    int digit = LAST_DIGIT[bid], own = t->held[seat][digit];
    int matching = matching_cards(t, digit, winner);
    if (!matching) return bid / (t->players - 1);
    return own == matching ? bid : bid / matching * own;
}

static void who_gets_the_money(Table *t, int winner, int bid) {
    int left = bid;
    t->chips[winner] -= bid;
    for (int seat = 0; seat < t->players; seat++) {
        int amount = payment(t, winner, bid, seat);
        t->chips[seat] += amount;
        left -= amount;
    }
    t->bank += left;
}

/* A decision */

static int legal(const Table *t, int seat, int *out) {
    if (t->discarding) return cards_to_discard(t, seat, out);
    const uint8_t *held = t->held[seat];
    int count = 0, highest = highest_bid(t, seat);
    out[count++] = PASS;
    for (int bid = t->price + 1; bid <= highest; bid++) {
        out[count] = bid;
        count += !held[LAST_DIGIT[bid]];
    }
    return count;
}

static void passes(Table *t, int seat) {
    t->passed |= 1 << seat;
    if ((t->have_bid | t->paid_for_passing) >> seat & 1) return;
    t->paid_for_passing |= 1 << seat;
    int amount = t->bank < CHIPS_FOR_PASSING ? t->bank : CHIPS_FOR_PASSING;
    t->bank -= amount;
    t->chips[seat] += amount;
}

static void auction_is_won(Table *t, int winner) {
    if (t->chips[winner] < t->price) {
        cannot_pay(t, winner);
        return;
    }
    who_gets_the_money(t, winner, t->price);
    place_lot(t, winner);
}

static void next_bidder(Table *t, int seat) {
    t->turn = clockwise(t->players, seat, t->passed);
    if (t->turn == NOBODY)
        place_lot(t, opener(t));
    else if (t->turn == t->bidder)
        auction_is_won(t, t->bidder);
}

static void forbidden_bid(Table *t, int seat) {
    if (!t->chips[seat]) return;
    t->chips[seat]--;
    t->bank++;
}

static void play(Table *t, int seat, int action) {
    if (t->discarding) {
        discard(t, seat, action - DISCARD);
        auction_again(t);
        return;
    }
    if (action == PASS) {
        passes(t, seat);
    } else if (t->held[seat][action % 10]) {
        forbidden_bid(t, seat);
        return;
    } else {
        t->price = action;
        t->bidder = seat;
        t->have_bid |= 1 << seat;
    }
    next_bidder(t, seat);
}

/* The end */

static int points_for_tribes(const Table *t, int seat) {
    int points = 0;
    for (int tribe = 0; tribe < TRIBES; tribe++) {
        int cards = 0;
        for (int card = tribe * TRIBE_SIZE; card < (tribe + 1) * TRIBE_SIZE; card++) cards += t->owner[card] == seat;
        points += cards * (cards + 1) / 2;
    }
    return points;
}

static void write_scores(const Table *t, int64_t *scores) {
    int most = 0;
    for (int seat = 0; seat < t->players; seat++)
        if (t->chips[seat] > most) most = t->chips[seat];
    for (int seat = 0; seat < t->players; seat++)
        scores[seat] = points_for_tribes(t, seat) + (t->chips[seat] == most ? POINTS_FOR_MOST_CHIPS : 0);
}

static void write_standings(const Table *t, const int64_t *scores, int64_t *standings) {
    for (int seat = 0; seat < t->players; seat++)
        standings[seat] = (scores[seat] * (CARDS + 1) + cards_of(t, seat)) * (CHIPS + 1) + t->chips[seat];
}

/* Games */

static inline uint64_t digested(uint64_t digest, int seat, int action) {
    return (digest ^ (uint64_t)(seat << 16 | action)) * 0x100000001B3;
}

static inline int play_game(Table *t, uint64_t *digest) {
    int out[MOST_CHOICES], decisions = 0;
    uint64_t luck = mix(t->key, 0);
    while (t->turn != NOBODY) {
        int seat = t->turn;
        int choices = legal(t, seat, out);
        luck = half(luck, 1791398085);
        int action = out[pick(luck, choices)];
        if (digest) *digest = digested(*digest, seat, action);
        play(t, seat, action);
        decisions++;
    }
    return decisions;
}

/* See benchmarks/handwritten_c.py. Apart from the check, `digests` is null, and the compiler leaves digesting out. */
void play_games(int64_t players, const int64_t *options, int64_t seed, int64_t first, int64_t count, int64_t *scores,
                int64_t *standings, int64_t *decisions, uint64_t *digests) {
    for (int64_t i = 0; i < count; i++) {
        Table t;
        deal(&t, key_of(seed, first + i), players, options[0]);
        decisions[i] = digests ? play_game(&t, &digests[i]) : play_game(&t, NULL);
        write_scores(&t, scores + i * players);
        write_standings(&t, scores + i * players, standings + i * players);
    }
}
