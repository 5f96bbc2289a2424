// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.util.DateTimeRfc1123;
import io.distlock.provider.LockClaim;
import org.jspecify.annotations.Nullable;

/**
 * What the service says of a blob: the headers of its answer, and why it refused, if it
 * did.
 *
 * @param headers the headers
 * @param refusal the service's code, empty if it did what it was asked for
 */
record Answer(HttpHeaders headers, String refusal) {

	static final String NO_BLOB = "BlobNotFound";

	static final String NO_CONTAINER = "ContainerNotFound";

	static final String CHANGED = "ConditionNotMet";

	private static final String AVAILABLE = "available";

	private static final String METADATA = "x-ms-meta-";

	private static final String TOKEN = "token";

	private static final String OWNER = "owner";

	private static final String HOLDER = "holder";

	/**
	 * Tokens rise above this one without an overflow.
	 */
	private static final long MAX_TOKEN = 1L << 62;

	private static final Set<String> OF_NO_LEASE = Set.of(NO_BLOB, NO_CONTAINER, CHANGED, "BlobAlreadyExists");

	/**
	 * Return whether a code answers what was asked, and says no.
	 */
	static boolean isRefusal(String code) {
		return code.startsWith("Lease") || OF_NO_LEASE.contains(code);
	}

	/**
	 * Return the metadata of a grant.
	 */
	static Map<String, String> metadata(String leaseId, LockClaim claim, long lastToken) {
		// Headers are in ASCII.
		String holder = URLEncoder.encode(claim.holder(), StandardCharsets.UTF_8).replace("+", "%20");
		return Map.of(TOKEN, String.valueOf(lastToken), OWNER, leaseId, HOLDER, holder);
	}

	boolean isDone() {
		return this.refusal.isEmpty();
	}

	/**
	 * Return whether another application has written the blob. One that was never granted
	 * has neither content nor metadata.
	 */
	boolean isForeign() {
		boolean empty = Objects.requireNonNullElse(header("Content-Length"), "0").equals("0");
		boolean fresh = this.headers.stream()
			.noneMatch((header) -> header.getName().toLowerCase(Locale.ROOT).startsWith(METADATA));
		return !empty || (tokenOrNegative() < 0 && !fresh);
	}

	/**
	 * Return the last token that was granted, 0 before the first grant.
	 */
	long token() {
		return Math.max(0, tokenOrNegative());
	}

	private long tokenOrNegative() {
		try {
			long token = Long.parseLong(Objects.requireNonNullElse(header(METADATA + TOKEN), ""));
			return (token <= MAX_TOKEN) ? token : -1;
		}
		catch (NumberFormatException ex) {
			return -1;
		}
	}

	boolean isOf(String leaseId) {
		return leaseId.equals(header(METADATA + OWNER));
	}

	boolean isAvailable() {
		return AVAILABLE.equals(header("x-ms-lease-state"));
	}

	@Nullable String etag() {
		return header("ETag");
	}

	/**
	 * Return the service's clock, in whole seconds.
	 */
	long seconds() {
		return seconds("Date");
	}

	/**
	 * Return when the blob was written last, by the service's clock.
	 */
	long writtenAt() {
		return seconds("Last-Modified");
	}

	private long seconds(String name) {
		String value = header(name);
		return (value != null) ? new DateTimeRfc1123(value).getDateTime().toEpochSecond() : 0;
	}

	private @Nullable String header(String name) {
		return this.headers.getValue(HttpHeaderName.fromString(name));
	}

}
