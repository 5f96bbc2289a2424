// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import io.distlock.internal.task.Durations;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Waits for answers, for a few seconds at most regardless of the client's retry policy,
 * and translates errors into the outcome of the request.
 */
final class ZooKeeperReplies {

	private ZooKeeperReplies() {
	}

	/**
	 * Wait for the only answer of a call.
	 * @param purpose the purpose of the request
	 * @return the answer
	 * @throws NoNodeException if the node is missing
	 * @throws LockStoreException if the request failed otherwise
	 */
	static <T> T await(String purpose, CompletableFuture<T> answer) throws NoNodeException {
		return await(purpose, answer, new Deadline());
	}

	/**
	 * Wait for an answer of a call with several requests.
	 * @param purpose the purpose of the request
	 * @param deadline the deadline of the call
	 * @return the answer
	 * @throws NoNodeException if the node is missing
	 * @throws LockStoreException if the request failed otherwise
	 */
	static <T> T await(String purpose, CompletableFuture<T> answer, Deadline deadline) throws NoNodeException {
		try {
			return Uninterrupted.await(answer, deadline.left());
		}
		catch (TimeoutException ex) {
			throw new LockStoreException(
					"Could not %s in ZooKeeper. No response within %s, so it may still take effect.".formatted(purpose,
							Durations.text(Deadline.MAX_RESPONSE_TIME)),
					Outcome.UNKNOWN, ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof NoNodeException missing) {
				throw missing;
			}
			throw failed(purpose, (ex.getCause() != null) ? ex.getCause() : ex);
		}
	}

	/**
	 * Wait for the only answer of a call about a node that may be missing.
	 * @param purpose the purpose of the request
	 * @return the answer, or {@code null} if the node is missing
	 * @throws LockStoreException if the request failed otherwise
	 */
	static <T> @Nullable T find(String purpose, CompletableFuture<T> answer) {
		try {
			return await(purpose, answer);
		}
		catch (NoNodeException ex) {
			return null;
		}
	}

	/**
	 * Wait for the names of queue entries, empty if the node is missing.
	 */
	static List<String> line(String purpose, CompletableFuture<List<String>> names) {
		List<String> found = find(purpose, names);
		return (found != null) ? LockPath.inLine(found) : List.of();
	}

	/**
	 * Refuse a persistent queue entry, which does not end with a session: another
	 * application has created the entry, or it was restored from a backup.
	 * @throws LockStoreException if the node is persistent
	 */
	static void refusePersistent(String purpose, String path, Stat node) {
		if (node.getEphemeralOwner() == 0) {
			throw new LockStoreException(
					"Could not %s in ZooKeeper. The node '%s' is persistent, so no session removes it from the queue. Delete it"
						.formatted(purpose, path),
					Outcome.PERMANENT, null);
		}
	}

	/**
	 * Return whether a request may have taken effect although it failed.
	 */
	static boolean isDoubtful(@Nullable Throwable failure) {
		Code code = (failure != null) ? code(failure) : null;
		return code == null || outcome(code) != Outcome.PERMANENT;
	}

	/**
	 * Return whether the servers report an expired session, so that all its nodes are
	 * gone.
	 */
	static boolean isExpiry(Throwable failure) {
		return code(failure) == Code.SESSIONEXPIRED || (failure.getCause() != null && isExpiry(failure.getCause()));
	}

	/**
	 * Mark the failure of a request that has definitely granted nothing.
	 */
	static LockStoreException withoutEffect(LockStoreException failure) {
		return (failure.getOutcome() != Outcome.UNKNOWN) ? failure
				: new LockStoreException(String.valueOf(failure.getMessage()), Outcome.TRANSIENT, failure.getCause());
	}

	/**
	 * Translate an exception of the client into the outcome of the request.
	 */
	static LockStoreException failed(String purpose, Throwable failure) {
		Code code = code(failure);
		Outcome outcome = (code != null) ? outcome(code) : Outcome.UNKNOWN;
		return new LockStoreException("Could not %s in ZooKeeper. %s (%s)".formatted(purpose, remedy(code, outcome),
				(failure.getMessage() != null) ? failure.getMessage() : failure.toString()), outcome, failure);
	}

	private static @Nullable Code code(Throwable failure) {
		return (failure instanceof KeeperException answered) ? answered.code() : null;
	}

	private static Outcome outcome(Code code) {
		return switch (code) {
			case CONNECTIONLOSS, OPERATIONTIMEOUT, REQUESTTIMEOUT -> Outcome.UNKNOWN;
			case NOAUTH, AUTHFAILED, INVALIDACL, UNIMPLEMENTED, BADARGUMENTS, MARSHALLINGERROR, NOCHILDRENFOREPHEMERALS,
					NOTEMPTY, SESSIONCLOSEDREQUIRESASLAUTH, QUOTAEXCEEDED ->
				Outcome.PERMANENT;
			default -> Outcome.TRANSIENT;
		};
	}

	private static String remedy(@Nullable Code code, Outcome outcome) {
		if (code == null) {
			return "The client failed.";
		}
		return switch (code) {
			case NOAUTH -> "The client lacks permissions: below the lock's root it needs the rights to create, delete, "
					+ "read and, for cluster jobs and permits, write nodes. Check the credentials that it adds, and the ACLs of the root.";
			case AUTHFAILED, SESSIONCLOSEDREQUIRESASLAUTH ->
				"The server refuses the client's credentials: check the client's authentication.";
			case INVALIDACL -> "The client's ACL provider returns ACLs that the server rejects, such as those of "
					+ "the creator for a client without credentials.";
			case UNIMPLEMENTED -> "The server does not know the request: ZooKeeper 3.6 or newer is needed.";
			case NOCHILDRENFOREPHEMERALS ->
				"A node above is ephemeral, so another application has created it: delete it.";
			case NOTEMPTY -> "The node has children, so another application has created it: delete all of them.";
			case QUOTAEXCEEDED -> "A quota on the lock's root is exceeded: raise it.";
			case SESSIONEXPIRED -> "The session has expired, and all its locks with it.";
			case NOTREADONLY -> "The server rejects writes, because it has lost contact with its ensemble.";
			default -> (outcome == Outcome.UNKNOWN) ? "The connection was lost before the answer came."
					: "Another try may succeed.";
		};
	}

}
