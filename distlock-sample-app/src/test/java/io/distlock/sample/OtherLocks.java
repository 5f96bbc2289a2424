// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the shop does with locks that are not those of one owner, on one node or several.
 */
public final class OtherLocks {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final ShopClient shop;

	public OtherLocks(ShopClient shop) {
		this.shop = shop;
	}

	/**
	 * Six reports are made, and not more than two at a time.
	 */
	public void assertTwoReportsAtATime() {
		List<JsonNode> reports = this.shop.postToAll("/reports", 6).stream().map(this::created).toList();
		assertThat(reports).allSatisfy(
				(report) -> assertThat(reports.stream().filter((other) -> runsAt(other, instant(report, "startedAt"))))
					.hasSizeLessThanOrEqualTo(2));
		assertThat(reports.stream().map((report) -> report.get("id").asLong())).doesNotHaveDuplicates();
	}

	private JsonNode created(HttpResponse<String> answer) {
		assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
		return this.shop.json(answer);
	}

	private static boolean runsAt(JsonNode report, Instant time) {
		return !instant(report, "startedAt").isAfter(time) && instant(report, "endedAt").isAfter(time);
	}

	private static Instant instant(JsonNode report, String name) {
		return Instant.parse(report.get(name).asString());
	}

	/**
	 * Those who read the prices while they change see all of them changed, or none.
	 */
	public void assertNoPriceListIsHalfDone() {
		assertThat(this.shop.post("/prices?cents=100").join().statusCode()).isEqualTo(204);
		CompletableFuture<HttpResponse<String>> change = this.shop.post("/prices?cents=200");
		long seen = 0;
		while (seen != 200) {
			List<Long> prices = this.shop.read("/prices")
				.valueStream()
				.map((one) -> one.get("cents").asLong())
				.toList();
			assertThat(prices).hasSizeGreaterThan(1);
			assertThat(prices.stream().distinct()).hasSize(1);
			seen = prices.get(0);
		}
		assertThat(change.join().statusCode()).isEqualTo(204);
	}

	/**
	 * Ten vouchers are redeemed ten times.
	 */
	public void assertNoVoucherIsRedeemedTwice() {
		assertThat(this.shop.put("/vouchers/gift?units=10")).isEqualTo(204);
		List<Integer> statuses = this.shop.postToAll("/vouchers/gift", 30)
			.stream()
			.map(HttpResponse::statusCode)
			.toList();
		assertThat(statuses).filteredOn((status) -> status == 200).hasSize(10);
		assertThat(statuses).filteredOn((status) -> status == 409).hasSize(20);
	}

	/**
	 * A leader counts what sells best.
	 * @param later what it shall have counted
	 * @param afterTerm the term has to be a later one than this
	 * @return the bestseller
	 */
	public JsonNode awaitBestseller(String later, long afterTerm) {
		return await().atMost(PATIENCE)
			.until(() -> this.shop.read("/bestseller").get("bestseller"), (found) -> !found.isNull()
					&& found.get("item").asString().equals(later) && found.get("term").asLong() > afterTerm);
	}

}
