// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

import io.distlock.autoconfigure.store.ApplicationClients;
import io.distlock.autoconfigure.store.ClientCandidate;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.dynamodb.DynamoDbLockProvider;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.StringUtils;

/**
 * Candidate for locks in DynamoDB. A client created from {@code distlock.dynamodb.*} has
 * short timeouts and does not repeat requests, because the engine does.
 */
final class DynamoDbLockProviderCandidate extends ClientCandidate<DynamoDbClient> {

	private static final String PREFIX = "distlock.dynamodb.";

	private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);

	private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_.-]{3,255}");

	private final DistlockDynamoDbProperties properties;

	private final DynamoDbConnectionDetails details;

	private final String origin;

	DynamoDbLockProviderCandidate(ListableBeanFactory beanFactory, DistlockDynamoDbProperties properties,
			DynamoDbConnectionDetails details) {
		super("dynamodb", new ApplicationClients<>(beanFactory, DynamoDbClient.class, "DynamoDbClient"),
				PREFIX + "region", place(details), "the region of the table, as in eu-central-1");
		this.properties = properties;
		this.details = details;
		this.origin = (details instanceof PropertiesDynamoDbConnectionDetails) ? PREFIX : "DynamoDbConnectionDetails.";
	}

	private static @Nullable String place(DynamoDbConnectionDetails details) {
		boolean elsewhere = StringUtils.hasText(details.getRegion()) && StringUtils.hasText(details.getEndpoint());
		return elsewhere ? details.getEndpoint() : details.getRegion();
	}

	@Override
	protected Optional<String> ignoredProperty() {
		return StringUtils.hasText(this.properties.endpoint()) ? Optional.of(PREFIX + "endpoint") : Optional.empty();
	}

	@Override
	protected LockProvider provider(DynamoDbClient client) {
		String table = this.properties.table();
		if (!TABLE.matcher(table).matches()) {
			throw new LockConfigurationException(
					"'%stable' is '%s', which cannot be used: the name of a table has 3 to 255 letters, digits, '-', '_' and '.'."
						.formatted(PREFIX, LockProviderCandidate.shown(table)),
					"Correct the value of that property.");
		}
		return new DynamoDbLockProvider(client, table, this.properties.createTable());
	}

	@Override
	protected DynamoDbClient connect(String place) {
		DynamoDbClientBuilder client = DynamoDbClient.builder()
			.region(region(this.details.getRegion().strip()))
			.httpClientBuilder(
					UrlConnectionHttpClient.builder().connectionTimeout(CALL_TIMEOUT).socketTimeout(CALL_TIMEOUT))
			.overrideConfiguration((options) -> options.retryStrategy(AwsRetryStrategy.doNotRetry()));
		String endpoint = this.details.getEndpoint();
		if (endpoint != null && StringUtils.hasText(endpoint)) {
			client.endpointOverride(url(endpoint.strip()));
		}
		return client.build();
	}

	private Region region(String region) {
		if (!region.matches("[a-z0-9-]+")) {
			throw new LockConfigurationException("'%sregion' is '%s', which is no region of AWS.".formatted(this.origin,
					LockProviderCandidate.shown(region)), "Write it as in eu-central-1.");
		}
		return Region.of(region);
	}

	private URI url(String endpoint) {
		try {
			URI url = URI.create(endpoint);
			boolean known = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
			if (known && url.getHost() != null && url.getUserInfo() == null && url.getQuery() == null) {
				return url;
			}
		}
		catch (IllegalArgumentException ex) {
			// Reported below.
		}
		throw new LockConfigurationException(
				"'%sendpoint' is '%s', which cannot be used.".formatted(this.origin,
						LockProviderCandidate.shown(endpoint)),
				"Write it as http://host:port or https://host:port, without a user or parameters.");
	}

	@Override
	protected void close(DynamoDbClient client) {
		client.close();
	}

}
