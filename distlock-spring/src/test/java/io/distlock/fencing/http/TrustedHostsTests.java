// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.http;

import java.net.URI;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Who is told of locks.
 */
class TrustedHostsTests {

	private final TrustedHosts hosts = new TrustedHosts(List.of("Stock.example.com", "*.shop.example.com", "[::1]"));

	@ParameterizedTest
	@ValueSource(strings = { "https://stock.example.com/a", "https://STOCK.EXAMPLE.COM:8080",
			"https://a.shop.example.com", "https://a.b.shop.example.com", "https://[::1]:80/" })
	void namedHostsAndSubdomainsAreTold(String uri) {
		assertThat(this.hosts.contain(URI.create(uri))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://example.com", "https://other.example.com", "https://shop.example.com",
			"https://evilshop.example.com", "https://.shop.example.com", "https://a.shop.example.com.evil.org",
			"https://stock.example.com.evil.org", "https://stock.example.com@evil.org", "/relative",
			"https://evil.org/stock.example.com", "https://evil.org?a.shop.example.com" })
	void othersAreNot(String uri) {
		assertThat(this.hosts.contain(URI.create(uri))).isFalse();
	}

	@Test
	void nobodyIsToldByDefault() {
		assertThat(new TrustedHosts(List.of()).contain(URI.create("https://localhost"))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "stock", "stock-1", "10.0.0.7", "[2001:db8::7]", "*.svc.cluster.local", "1.example.com" })
	void hostsOfRequestsAreAccepted(String pattern) {
		String host = pattern.replace("*", "a");
		assertThat(new TrustedHosts(List.of(pattern)).contain(URI.create("http://" + host + ":8080/"))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "stock_service", "*.stock_service", "a_b.example.com", "10.0.0", "stock.1", "-stock", "[1:2]" })
	void whatNoRequestHasAsItsHostIsRefusedWithTheReason(String pattern) {
		assertThatIllegalArgumentException().isThrownBy(() -> new TrustedHosts(List.of(pattern)))
			.withMessageContaining("distlock.fencing.http.hosts")
			.withMessageContaining("'" + pattern + "'")
			.withMessageContaining("'_' in a name");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "*", "https://a", "a:80", "*.*.a", "a.*", "*a.com", "a/b", "a..b" })
	void whatIsNoHostIsRefused(String pattern) {
		assertThatIllegalArgumentException().isThrownBy(() -> new TrustedHosts(List.of(pattern)))
			.withMessageContaining("distlock.fencing.http.hosts");
	}

}
