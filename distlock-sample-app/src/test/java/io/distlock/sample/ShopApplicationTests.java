// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One node of the shop.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@Tag("timing")
class ShopApplicationTests {

	private static final List<String> SCRIPTS = List.of("/nodes.js", "/shop.js", "/timeline.js", "/stories.js",
			"/email.js", "/others.js");

	private static final Pattern DECLARED = Pattern.compile("^(?:async )?(?:function|const|let) (\\w+)",
			Pattern.MULTILINE);

	private ShopClient shop;

	@LocalServerPort
	private int port;

	@BeforeEach
	void connect() {
		this.shop = new ShopClient(List.of(URI.create("http://localhost:" + this.port)));
	}

	@Test
	void moreCustomersThanUnitsSellEveryUnitOnce() {
		restock("teapot", 20);
		List<Integer> statuses = this.shop.statuses("teapot", 50);
		assertThat(Collections.frequency(statuses, 201)).isEqualTo(20);
		assertThat(Collections.frequency(statuses, 409)).isEqualTo(30);
		JsonNode state = this.shop.state("teapot");
		assertThat(state.get("stock").asInt()).isZero();
		assertThat(state.get("sold").asInt()).isEqualTo(20);
		assertThat(state.get("nodes").get(0).get("sold").asInt()).isEqualTo(20);
	}

	@Test
	void everyOrderCarriesAHigherFencingTokenThanTheOneBefore() {
		restock("kettle", 20);
		this.shop.statuses("kettle", 20);
		List<Long> newestFirst = this.shop.state("kettle")
			.get("orders")
			.valueStream()
			.map((order) -> order.get("token").asLong())
			.toList();
		assertThat(newestFirst).hasSize(20).doesNotHaveDuplicates().isSortedAccordingTo(Collections.reverseOrder());
	}

	@Test
	void heldLockIsListedWithItsNodeWhileOrdersWait() {
		restock("mug", 100);
		List<CompletableFuture<HttpResponse<String>>> orders = this.shop.orders("mug", 100);
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			JsonNode locks = this.shop.state("mug").get("locks");
			assertThat(locks.valueStream()).anySatisfy((lock) -> {
				assertThat(lock.get("key").asString()).endsWith("mug");
				assertThat(lock.get("holder").asString()).isEqualTo("node-1");
				assertThat(lock.get("remainingMillis").asLong()).isPositive();
			});
		});
		assertThat(orders).allSatisfy((order) -> assertThat(order.join().statusCode()).isEqualTo(201));
	}

	@Test
	void stateNamesWhatHoldsTheLocks() {
		assertThat(this.shop.state("mug").get("lockStore").asString()).isEqualTo("H2");
	}

	@Test
	void orderAsJsonIsTaken() {
		restock("spoon", 1);
		HttpResponse<String> answer = this.shop.postJson("/orders", "{\"item\": \"spoon\", \"customer\": \"Ada\"}");
		assertThat(answer.statusCode()).isEqualTo(201);
		assertThat(answer.body()).contains("\"customer\":\"Ada\"").contains("\"node\":\"node-1\"");
	}

	@Test
	void orderWithoutTheLockHasNoFencingToken() {
		restock("saucer", 1);
		HttpResponse<String> answer = this.shop.postForm("/orders", "item=saucer&customer=Ada&unlocked=true");
		assertThat(answer.statusCode()).isEqualTo(201);
		assertThat(answer.body()).contains("\"token\":null");
	}

	@Test
	void orderWhenSoldOutIsRefusedWithTheItem() {
		HttpResponse<String> answer = this.shop.order("unicorn", "Ada");
		assertThat(answer.statusCode()).isEqualTo(409);
		assertThat(answer.body()).contains("'unicorn' is sold out").contains("\"item\":\"unicorn\"");
	}

	@Test
	void orderWithoutCustomerIsRejectedByName() {
		HttpResponse<String> answer = this.shop.postForm("/orders", "item=spoon");
		assertThat(answer.statusCode()).isEqualTo(400);
		assertThat(answer.body()).contains("'customer' must have between 1 and 100 characters");
	}

	@Test
	void negativeDeliveryIsRejected() {
		assertThat(this.shop.postJson("/stock", "{\"item\": \"spoon\", \"units\": -1}").statusCode()).isEqualTo(400);
	}

	@Test
	void rushReachesTheNodeItselfWhenThereAreNoOthers() {
		restock("cup", 5);
		HttpResponse<String> tally = this.shop.postForm("/rush", "item=cup&orders=12");
		assertThat(tally.body()).contains("\"sold\":5").contains("\"soldOut\":7").contains("\"failed\":0");
	}

	@Test
	void stateKeepsNoConnection() {
		for (int i = 0; i < 30; i++) {
			assertThat(this.shop.state("fork").get("stock").asInt()).isZero();
		}
	}

	@Test
	void pageAndItsPartsAreServedWithoutForeignResources() {
		assertThat(Stream.concat(Stream.of("/", "/style.css", "/timeline.css"), SCRIPTS.stream()))
			.allSatisfy((path) -> {
				HttpResponse<String> answer = this.shop.get(path);
				assertThat(answer.statusCode()).isEqualTo(200);
				assertThat(answer.body()).doesNotContain("http://", "https://");
			});
	}

	/**
	 * The scripts share one scope: a name that two of them declare is that of the last
	 * one.
	 */
	@Test
	void scriptsDeclareEachNameOnce() {
		String page = this.shop.get("/").body();
		assertThat(page.split("<script", -1)).hasSize(SCRIPTS.size() + 1);
		assertThat(SCRIPTS.stream().flatMap((path) -> DECLARED.matcher(this.shop.get(path).body()).results()))
			.extracting((found) -> found.group(1))
			.hasSizeGreaterThan(50)
			.doesNotHaveDuplicates();
	}

	@Test
	void emailJobIsNotThereWithoutAMailServer() {
		assertThat(this.shop.get("/email").body()).contains("\"job\":null").contains("\"runs\":[]");
		assertThat(this.shop.get("/email/mails/1").statusCode()).isEqualTo(404);
	}

	@Test
	void nodeIsKilledByJsonOnlyAndOnlyWhileItSends() {
		assertThat(this.shop.postForm("/email/kill", "").statusCode()).isEqualTo(415);
		HttpResponse<String> answer = this.shop.postJson("/email/kill", "{}");
		assertThat(answer.statusCode()).isEqualTo(409);
		assertThat(answer.body()).contains("No node is sending emails");
	}

	@Test
	void mailServerThatDidNotComeAlongIsNotToldToRefuse() {
		assertThat(this.shop.postForm("/email/refuse", "").statusCode()).isEqualTo(415);
		HttpResponse<String> answer = this.shop.postJson("/email/refuse", "{}");
		assertThat(answer.statusCode()).isEqualTo(409);
		assertThat(answer.body()).contains("The mail server did not come along");
	}

	@Test
	void nodesAreKilledByJsonOnlyAndOnlyForAFireTime() {
		assertThat(this.shop.postForm("/email/away", "").statusCode()).isEqualTo(415);
		HttpResponse<String> answer = this.shop.postJson("/email/away", "{}");
		assertThat(answer.statusCode()).isEqualTo(409);
		assertThat(answer.body()).contains("The email job does not run here");
	}

	@Test
	void twoReportsAreMadeAtATime() {
		new OtherLocks(this.shop).assertTwoReportsAtATime();
	}

	@Test
	void noPriceListIsHalfDone() {
		new OtherLocks(this.shop).assertNoPriceListIsHalfDone();
	}

	@Test
	void noVoucherIsRedeemedTwice() {
		new OtherLocks(this.shop).assertNoVoucherIsRedeemedTwice();
	}

	@Test
	void leaderCountsWhatSellsBest() {
		restock("umbrella", 150);
		assertThat(Collections.frequency(this.shop.statuses("umbrella", 150), 201)).isEqualTo(150);
		new OtherLocks(this.shop).awaitBestseller("umbrella", 0);
	}

	private void restock(String item, int units) {
		HttpResponse<String> answer = this.shop.postForm("/stock", "item=" + item + "&units=" + units);
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
	}

}
