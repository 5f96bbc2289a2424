// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in NATS.
 *
 * @param servers The servers, as in
 * "nats://nats1:4222,nats://nats2:4222,nats://nats3:4222", or with "tls". If set,
 * distlock connects itself; otherwise the Connection bean of the application is used.
 * @param bucket The key-value bucket, which is created if there is none.
 * @param username The user, where the servers ask for one. For the connection to
 * "servers" only.
 * @param password The password of the user. For the connection to "servers" only.
 * @param credentials The file with the credentials of a user of an account, such as
 * "/etc/nats/locks.creds". For the connection to "servers" only.
 * @param sslBundle The SSL bundle for servers that begin with "tls"; without one the
 * certificates are trusted that the JVM trusts. For the connection to "servers" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.nats", ignoreUnknownFields = false)
record DistlockNatsProperties(@Nullable String servers, @DefaultValue("distlock") String bucket,
		@Nullable String username, @Nullable String password, @Nullable String credentials,
		@Nullable String sslBundle) {

}
